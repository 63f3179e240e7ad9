## Moderacja

moderate-view = Pokaż
view-reports = Zgłoszenia
view-audit = Dziennik
reports-none = Nic nie zgłoszono.
reported-by = zgłoszenie od:
at-table = przy stole
line-meant = zgłoszona wypowiedź
settled = załatwione
settle = Załatwione
remove-line = Usuń wypowiedź
mute = Wycisz
mute-ask = Wycisz…
mute-end = Zakończ wyciszenie
mute-title = Wyciszenie: { $name }
mute-text = Wyciszony gracz gra dalej, ale nie może pisać.
ban = Wyklucz
ban-ask = Wyklucz…
ban-end = Zakończ wykluczenie
ban-title = Wykluczenie: { $name }
ban-text = Wykluczony gracz nie może grać ani pisać, dopóki wykluczenie trwa.
how-long = Na jak długo
hours = { $n ->
    [0] znieś
    [1] 1 godz.
    [24] 1 dzień
    [168] tydzień
    [720] 30 dni
   *[other] { $n } godz.
}
why = Powód
why-hint = Zostaje w dzienniku.
sanction-done = Zrobione i zapisane w dzienniku.
audit-none = Jeszcze nic nie zrobiono.
audit-older = Starsze wpisy
audit-mute = Wyciszenie:
audit-ban = Wykluczenie:
audit-done = Załatwione zgłoszenie:
audit-remove = Usunięta wypowiedź:
audit-grant = Nowy moderator:
audit-revoke = Już nie moderator:
audit-host = gospodarz serwera
problem-not_moderator = To jest dla moderatorów.
problem-unknown_report = Tego zgłoszenia już nie ma.
problem-unknown_line = Tej wypowiedzi już nie ma.
problem-is_moderator = To jest moderator.

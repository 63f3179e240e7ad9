## Wszędzie

name = Nazwa
player = Gracz
save = Zapisz
saved = Zapisano.
cancel = Anuluj
copy = Kopiuj
copied = Skopiowano.
copy-failed = Nie udało się skopiować: zaznacz tekst i skopiuj go ręcznie.
download = Pobierz

## Profil

ratings = Punkty rankingowe
ratings-none = Jeszcze żadnej rozgrywki rankingowej.
rating = Punkty
provisional = wstępne: za mało rozgrywek
of-players = { $n } graczy
rated-matches = { $n ->
    [one] { $n } rozgrywka
    [few] { $n } rozgrywki
    [many] { $n } rozgrywek
   *[other] { $n } rozgrywki
}
place-n = { $n }. miejsce
stats = Statystyka
stats-none = Jeszcze żadnej skończonej rozgrywki.
stat-won = Wygrane rozgrywki
stat-rounds = Wygrane rundy
stat-pairs = Z 7 parami
stat-wilds = Z odrzuconą wieloznaczną
stat-points = Punkty karne w rundzie
stat-points-less = średnio; im mniej, tym lepiej
stat-bonuses = Bonusy karty odkrytej
stat-bonuses-in = { $n ->
    [one] w { $n } rundzie
   *[other] w { $n } rundach
}
stat-of = { $part } z { $whole }
history = Rozgrywki
history-none = Jeszcze żadnej skończonej rozgrywki.
place = Miejsce
place-of = miejsce { $place } z { $n }
penalty = punktów karnych
to-points = do { $n }
rated = rankingowa
rating-change = Zmiana punktów rankingowych
older = Starsze rozgrywki
since = od { $day }
my-profile = Mój profil
account-settings = Konto i ustawienia
muted-note = Wyciszył cię moderator: nie możesz pisać do { $until }.
guest-note = Grasz jako gość: wszystko to jest zapamiętane tylko w tej przeglądarce.
guest-keep = Załóż konto, aby to zachować

## Ranking

leaders-lead = Według punktów z rozgrywek rankingowych. Oznaczone „?” są wstępne i stoją na końcu.
leaders-kind = Czyje
leaders-account = Ludzie
leaders-bot = Boty
leaders-none = Nikt nie ma jeszcze dość rozgrywek rankingowych.
leaders-join = Graj rozgrywki rankingowe, aby znaleźć się na tej liście.
matches = Rozgrywki

## Znajomi i blokady

friend-no = Dodaj do znajomych
friend-asks = Przyjmij
friend-asked = Wycofaj
friend-agreed = Znajomi
block = Zablokuj
report = Zgłoś
unblock = Odblokuj
friends-none = Nie masz jeszcze znajomych. Znajdź kogoś po nazwie albo otwórz profil i wyślij zaproszenie.
friends-account = Znajomi odnajdują się po nazwie, więc obie strony potrzebują konta.
asks = Zapraszają cię
asked = Wysłane zaproszenia
blocks = Zablokowani
refuse = Odrzuć
remove = Usuń
remove-really = Usuń ze znajomych
find = Znajdź graczy po nazwie
find-none = Nikt nie ma nazwy, która się tak zaczyna.
find-some = { $n ->
    [one] Znaleziono { $n } gracza
   *[other] Znaleziono { $n } graczy
}
standing-me = ty
standing-friends = znajomi
standing-asked = zaproszenie wysłane
standing-blocks = blokada

## Konto

password = Hasło
password-show = Pokaż
password-hide = Ukryj
password-hint = Co najmniej { $least } znaków. Najlepiej kilka słów, których nikt inny by tak nie zestawił.
password-old = Obecne hasło
password-new = Nowe hasło
password-change = Zmień hasło
password-changed = Hasło zmienione. Inne urządzenia zostały wylogowane.
open-network = Połączenie z tym serwerem nie jest szyfrowane: hasło idzie przez tę sieć otwartym tekstem. Wybierz takie, którego nie używasz nigdzie indziej.
guest-name = Twoja nazwa przy stole
guest-name-hint = Widzą ją inni. Jako gość możesz ją zmienić w każdej chwili.
make-account = Załóż konto
join-why-name = Nazwa, której nie ma nikt inny
join-why-rating = Punkty rankingowe i miejsce wśród najlepszych
join-why-friends = Znajomi, którzy mogą cię znaleźć
join-why-devices = Te same rozgrywki w telefonie i przy biurku
join-keeps = To, co grasz jako gość, przechodzi na konto.
join-name-hint = Widzą ją wszyscy; później nie można jej zmienić.
join-already = Masz już konto?
join-done = Witaj, { $name }!
log-in = Zaloguj się
log-out = Wyloguj się
forgotten = Nie pamiętasz hasła?
leave-guest-title = Zostawić rozgrywki gościa?
leave-guest-text = W tej przeglądarce masz rozgrywki jako gość. Zostaną przy gościu i nie przejdą na konto. Aby je zachować, załóż z nich nowe konto.
leave-guest-yes = Zaloguj mimo to
recover-lead = Za pomocą jednego z kodów odzyskiwania, które były podane przy zakładaniu konta.
recover-submit = Ustaw hasło
recover-none = Bez hasła i kodów nikt nie otworzy konta, także właściciel tego serwera.
code = Kod odzyskiwania
code-hint = Każdy kod działa raz.
codes-title = Twoje kody odzyskiwania
codes-text = Jeśli zapomnisz hasła, jeden z tych kodów otworzy konto. Widać je tylko teraz: zachowaj je tam, gdzie je znajdziesz. Każdy działa raz.
codes-file = Kody odzyskiwania istaka: { $name }, { $host }
codes-kept = Mam je zapisane
codes-new = Utwórz nowe kody
codes-new-text = Nowe kody zastępują wszystkie starsze.
section-password = Hasło
section-codes = Kody odzyskiwania
section-sessions = Zalogowane urządzenia
section-bots = Moje boty
section-data = Moje dane
section-settings = Ustawienia
sessions-text = Wszystkie przeglądarki z twoim kontem. Wyloguj te, których już nie używasz.
session-since = Od { $when }
session-here = ta przeglądarka
bots-text = Konto bota to twój program, który gra pod własną nazwą. Kto ma jego token, może grać jako on i nic więcej.
bot-name = Nazwa bota
bot-make = Utwórz konto bota
bot-made = utworzono { $day }
bot-used = ostatnio użyty { $when }
bot-unused = jeszcze nieużywany
bot-revoke = Unieważnij
bot-revoke-really = Na pewno unieważnij
bot-delete = Usuń bota
bot-delete-really = Na pewno usuń
token-title = Token: { $name }
token-text = Podaj go swojemu programowi. Widać go tylko teraz.
token-kept = Mam go zapisany
token-another = Kolejny token
token-make = Utwórz token
token-scope = Pozwala na
token-name = Nazwa tokenu (niekonieczna)
scope-play = granie
scope-read = tylko podgląd
data-text = Wszystko, co ten serwer o tobie przechowuje, w jednym pliku. Usunięcie kasuje nazwę i konto na zawsze; rozgrywki z innymi zostają, bez twojej nazwy.
export = Pobierz moje dane
delete-account = Usuń moje konto
delete-guest = Usuń moje dane
delete-title = Usunąć na zawsze?
delete-text = Tego nie da się cofnąć. Trwające rozgrywki dokończy bot.
delete-type = Aby potwierdzić, wpisz { $name }
delete-yes = Usuń na zawsze

## Odmowy

problem-wrong_password = Nie ma takiego konta albo hasło jest inne.
problem-wrong_code = Nie ma takiego konta albo to nie jest żaden z jego kodów.
problem-bad_password = Hasło ma od { $least } do { $longest } znaków.
problem-not_guest = Masz już konto.
problem-guest_has_matches = Masz rozgrywki jako gość { $name }.
problem-too_many_people = Masz ich już { $most }: usuń najpierw kogoś.
problem-too_many_programs = Masz już { $most } kont botów.
problem-too_many_tokens = Ten bot ma już { $most } tokenów: najpierw unieważnij któryś.
problem-bad_token = To nie jest token albo został unieważniony.
problem-read_only = Ten token pozwala tylko na podgląd.

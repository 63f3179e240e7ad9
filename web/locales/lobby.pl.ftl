## Stoły

lobby-online = { $n ->
    [one] { $n } osoba
    [few] { $n } osoby
    [many] { $n } osób
   *[other] { $n } osoby
}
lobby-show = Pokaż
lobby-tables = Stoły
lobby-talk = Czat
lobby-open = Otwarte stoły
lobby-none = Żaden stół nie jest teraz otwarty. Poszukaj graczy albo otwórz stół: wszyscy tutaj od razu go zobaczą.
lobby-played = Trwające rozgrywki
open-seats = Zajęte miejsca: { $n } z { $of }
open-mine = Wróć
watch = Oglądaj
resume-offer-text = Twój stół czeka na graczy.

## Szybka gra

quick-how = Z każdym, kto szuka takiej samej. { $n } s na ruch.
quick-size = { $n ->
    [one] { $n } gracz
    [few] { $n } graczy
   *[other] { $n } graczy
}

## Własny stół

create = Otwórz stół
create-done = Otwórz
create-other = Inna
create-classic = Klasyczna
create-classic-how = Każdy zaczyna z 20 punktami i je traci; wygrywa ten, komu zostało najwięcej.
create-limit = Punkty karne, które kończą rozgrywkę
create-who = Kto może przyjść
create-public = Wszyscy
create-private = Tylko z linkiem
create-more = Więcej
create-bank = Zapas czasu na rozgrywkę
create-rated = Rankingowa
create-rated-how = Liczy się do rankingu, jeśli przy stole nie siedzi bot domu.
create-watch = Inni mogą oglądać
create-delay = Widzą z opóźnieniem
create-title = Nazwa stołu

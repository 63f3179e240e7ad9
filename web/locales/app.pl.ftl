## Wszędzie

tagline = Remik turecki
pitch = Okey przy spokojnym stole: z botami, od razu, bez konta.
pages = Strony
languages = Język
play = Gra
lobby = Stoły
leaders = Ranking
friends = Znajomi
friends-news = { $n ->
    [one] { $n } zaproszenie
    [few] { $n } zaproszenia
    [many] { $n } zaproszeń
   *[other] { $n } zaproszenia
}
me = Ja
account = Konto
profile = Profil
login = Logowanie
recover = Nowe hasło
moderate = Moderacja
rules = Zasady
fair = Uczciwe rozdania
home = Strona główna
close = Zamknij
loading = Wczytywanie…
table = Stół
you = Ty
kind-bot = bot
kind-guest = gość
problem-server = Coś poszło nie tak na serwerze. Spróbuj ponownie.
problem-network = Nie można połączyć się z serwerem. Spróbuj jeszcze raz.
problem-slow_down = Za dużo próśb naraz: odczekaj chwilę i spróbuj ponownie.
problem-unavailable = Baza danych serwera nie odpowiada. Spróbuj ponownie za chwilę.
problem-wait = Za dużo prób. Odczekaj { $seconds } s.
problem-busy = Zbyt wiele osób loguje się naraz. Spróbuj ponownie za chwilę.
problem-banned = Nie możesz tu grać do { $until }.
problem-bad_name = Nazwa ma od 1 do { $longest } widocznych znaków, w tym literę lub cyfrę.
problem-name_taken = Ktoś ma już taką nazwę albo bardzo podobną.
problem-name_reserved = Ta nazwa sugeruje, że prowadzisz ten serwer albo jesteś botem.
problem-no_session = Najpierw trzeba się zalogować.
problem-no_account = Do tego potrzebne jest konto.
problem-not_found = Nic tu nie ma.
problem-unknown_table = Nie ma takiego stołu.
problem-unknown_person = Nie ma takiej osoby.
problem-frozen = Serwer znalazł błąd przy tym stole i zatrzymał grę.
problem-bad_request = Serwer tego nie zrozumiał. Może pomóc wczytanie strony od nowa.
problem-too_many_reports = Masz { $most } otwartych zgłoszeń: poczekaj, aż ktoś je przejrzy.

## Zagraj

players = Gracze
bots = Boty
level-random = Łatwe
level-greedy = Średnie
level-careful = Trudne
limit = Rozgrywka
limit-40 = Szybka, do 40
limit-80 = Do 80 punktów
clock = Czas na ruch
clock-none = Brak
clock-seconds = { $n } s
play-now = Zagraj
with-friends = Zagraj ze znajomymi
with-anybody = Otwarte stoły
resume-text = Twoja rozgrywka wciąż trwa.
resume = Wróć do stołu

## Płytki

tile-R = czerwona { $rank }
tile-Y = żółta { $rank }
tile-B = niebieska { $rank }
tile-K = czarna { $rank }
tile-wild = { $tile }, wieloznaczna
tile-starred = płytka z gwiazdką, liczy się jako { $tile }
tile-starred-plain = płytka z gwiazdką
tile-as = { $tile }, jako { $as }
tile-missing = brakuje: { $tile }
tile-hidden = płytka zakryta
letter-R = Cr
letter-Y = Ż
letter-B = N
letter-K = Cz

## Stół

table-title = Remik turecki, runda { $round }
rack = Twoja ręka
slot-label = Rząd { $row }, pole { $slot }: { $tile }
slot-empty = puste
mark-meld = w gotowym układzie
mark-pair = w parze
mark-latest = pobrana ostatnio
mark-planned = wybrana do odrzucenia
mark-carried = podniesiona
seat-bot = bot
seat-away = gra bot
seat-gone = poza stołem
seat-starter = Rozpoczyna tę rundę
points-left = pozostałe punkty: { $points }
points-of = { $points } z { $limit } punktów karnych
tiles-held = { $n ->
    [one] { $n } płytka
    [few] { $n } płytki
    [many] { $n } płytek
   *[other] { $n } płytki
}
stock-label = Stos zakryty, { $n ->
    [one] została { $n } płytka
    [few] zostały { $n } płytki
    [many] zostało { $n } płytek
   *[other] zostało { $n } płytki
}
stock-draw = Pobierz kartę
indicator-label = Karta odkryta: { $tile }
pile-label = { $who ->
    [you] Twój stos odkryty, na wierzchu: { $tile }
   *[other] Stos odkryty, { $name }, na wierzchu: { $tile }
}
pile-empty = { $who ->
    [you] Twój stos odkryty, pusty
   *[other] Stos odkryty, { $name }, pusty
}
pile-own-short = Odrzuć
pile-discard = Odrzuć tu wybraną kartę
pile-take = Pobierz kartę z wierzchu
pile-open = Przejrzyj stos, liczba płytek: { $n }
pile-title = { $who ->
    [you] Twoje odrzucone karty
   *[other] Odrzucone karty: { $name }
}
pile-nothing = Jeszcze nic tu nie ma.
pile-order = W kolejności odrzucania, ostatnia na końcu.
arrange = Ułóż rękę
sort-runs = Sekwensy
sort-sets = Komplety
sort-pairs = Pary
undo = Cofnij
finish = Wyłóż się
finish-pays = { $points ->
    [one] po { $points } punkcie
    [few] po { $points } punkty
   *[other] po { $points } punktów
}
finish-title = Którą kartą zakończyć?
finish-text = Wybrana karta będzie ostatnią odrzuconą.
finish-how = { $how ->
    [melds] Sekwensy i komplety, odrzucona: { $tile }
    [pairs] 7 par, odrzucona: { $tile }
   *[other] 7 par albo sekwensy i komplety, odrzucona: { $tile }
}
show-twin = Pokaż bliźniaczkę karty odkrytej
drawing-title = Losowanie kolejności
drawing-begins = { $who ->
    [you] Zaczynasz
   *[other] Zaczyna { $name }
}

## Czyja kolej

status-take = Twoja kolej: pobierz kartę
status-discard = Twoja kolej: odrzuć kartę
status-other = Gra { $name }
status-waiting = Płytki są tasowane
status-between = Runda skończona
status-over = Rozgrywka skończona

## Co się stało

said-drew = { $who ->
    [you] Pobierasz kartę ze stosu zakrytego.
   *[other] { $name } pobiera kartę ze stosu zakrytego.
}
said-took = { $who ->
    [you] Pobierasz ze stosu odkrytego: { $tile }.
   *[other] { $name } pobiera ze stosu odkrytego: { $tile }.
}
said-discarded = { $who ->
    [you] Odrzucasz: { $tile }.
   *[other] { $name } odrzuca: { $tile }.
}
said-showed = { $who ->
    [you] Pokazujesz bliźniaczkę karty odkrytej.
   *[other] { $name } pokazuje bliźniaczkę karty odkrytej.
}
said-away = { $who ->
    [you] Teraz gra za ciebie bot.
   *[other] Za gracza { $name } gra teraz bot.
}
said-returned = { $who ->
    [you] Znów grasz.
   *[other] { $name } znów gra.
}
said-dealt = { $who ->
    [you] Nowa runda. Zaczynasz. Karta wieloznaczna: { $wild }.
   *[other] Nowa runda. Zaczyna { $name }. Karta wieloznaczna: { $wild }.
}
said-indicator = Karta odkryta: { $indicator }. Karta wieloznaczna: { $wild }.
said-picked-up = Podniesiona: { $tile }.
said-put-down = Odłożona.
points-said = { $name }: { $points }.
urgent-turn = Twoja kolej.
urgent-begin = Zaczynasz: odrzuć kartę.
urgent-seconds = { $n ->
    [one] Została { $n } sekunda.
    [few] Zostały { $n } sekundy.
   *[other] Zostało { $n } sekund.
}

## Pytania

wild-title = Odrzucić kartę wieloznaczną?
wild-text = Zastępuje dowolną kartę, a następny gracz może ją pobrać.
wild-throw = Odrzuć
wild-keep = Zostaw
complete-title = Twoja ręka jest gotowa
complete-text = Odrzucając tę kartę, możesz się wyłożyć.
complete-finish = Wyłóż się: { $points ->
    [one] po { $points } punkcie
    [few] po { $points } punkty
   *[other] po { $points } punktów
}
complete-discard = Tylko odrzuć
leave-title = Odejść od stołu?
leave-text = Bot gra na twoim miejscu, dopóki nie wrócisz. Miejsce i punkty pozostają twoje.
leave-yes = Odejdź
leave-no = Zostań
leave = Odejdź od stołu

## Odmowy

refused-round_over = Runda już się skończyła.
refused-take_a_tile_first = Najpierw pobierz kartę.
refused-already_took = Karta już pobrana: teraz jedną odrzuć.
refused-empty_pile = Na tym stosie nie ma żadnej karty.
refused-not_in_hand = Nie masz tej karty w ręce.
refused-return_forbidden = Karty właśnie pobranej ze stosu odkrytego nie można odrzucić.
refused-does_not_go_out = To jeszcze nie jest wyłożenie
refused-nothing_to_show = Nie ma teraz czego pokazać.
refused-no_such_action = Tego nie można zrobić.
refused-not_your_turn = To nie twoja kolej.
refused-too_late = Czas właśnie minął.
refused-away = Na twoim miejscu gra bot: najpierw wróć do gry.
refused-stale = Sytuacja na stole się zmieniła: spróbuj jeszcze raz.
refused-ahead = Stół nie był aktualny: spróbuj jeszcze raz.
refused-table_over = Ten stół jest zamknięty.
refused-bad_tile = To nie jest płytka.
refused-bad_message = Serwer tego nie zrozumiał.
refused-not_between = Następna runda już się zaczęła.
refused-already_ready = Gotowość już zgłoszona.
refused-not_away = Już grasz.
refused-not_waiting = Rozdanie już się odbyło.
refused-unknown_table = Nie ma takiego stołu.
refused-not_seated = Nie masz miejsca przy tym stole.
refused-bad_ticket = Połączenie wygasło: odśwież stronę.
refused-hello_first = Nie udało się połączyć na czas: odśwież stronę.
refused-slow_down = Za szybko: spróbuj jeszcze raz.
refused-too_many_sockets = Ten stół jest otwarty w zbyt wielu kartach przeglądarki.
refused-frozen = Serwer wykrył błąd przy tym stole i zatrzymał grę. Nikt na tym nie wygrywa.
refused-newer = Nowsza wersja serwera przejmuje stół, chwileczkę…
refused-already_said = To już zostało powiedziane.
refused-spectator = Widzowie nie grają.
refused-unavailable = Serwer nie może teraz zapisać ruchu: spróbuj jeszcze raz.
explain-text = Ręka po odrzuceniu karty ({ $tile }) nie jest gotowa. Nic nie tracisz; oto, ile jej brakuje:
explain-groups = Pasuje
explain-strays = Zostaje
explain-missing = Brakuje

## Wyniki

ending-out = { $how ->
    [pairs] { $who ->
        [you] Wykładasz 7 par
       *[other] { $name } wykłada 7 par
    }
   *[other] { $who ->
        [you] Wykładasz się
       *[other] { $name } się wykłada
    }
}
ending-wild = { $how ->
    [pairs] { $who ->
        [you] Wykładasz 7 par i odrzucasz kartę wieloznaczną
       *[other] { $name } wykłada 7 par i odrzuca kartę wieloznaczną
    }
   *[other] { $who ->
        [you] Wykładasz się, odrzucając kartę wieloznaczną
       *[other] { $name } się wykłada, odrzucając kartę wieloznaczną
    }
}
ending-stalemate = Pat: nikt się nie wyłożył
round-n = Runda { $n }
match-over = Koniec rozgrywki
match-won = { $who ->
    [you] Wygrywasz rozgrywkę
   *[other] Rozgrywkę wygrywa { $name }
}
match-shared = Wspólne zwycięstwo: { $names }
went-out = wyłożenie
why-melds = wyłożenie { $points }
why-pairs = 7 par { $points }
why-wild = odrzucona wieloznaczna { $points }
why-stalemate = pat { $points }
why-bonus = bonus karty odkrytej { $points }
points-plus = +{ $points }
points-minus = −{ $points }
last-discard = Ostatnia odrzucona
deal-holds = Uczciwe rozdanie: sprawdzone
deal-fails = Rozdanie się nie zgadza
next-round = Następna runda
waiting-others = Czekamy na pozostałych
rematch = Jeszcze raz
new-match = Nowa rozgrywka
record = Zapis gry

## Połączenie

banner-lost = Brak połączenia. Łączę ponownie…
banner-retry = Połącz teraz
banner-away = Gra za ciebie bot.
banner-back = Wracam
table-refused = Nie można otworzyć tego stołu
table-unknown = Nie ma takiego stołu albo nie siedzisz przy nim.
table-closed = Stół jest zamknięty albo strona jest nieaktualna. Może pomóc wczytanie jej od nowa.

## Z innymi

join = Dołącz
talk = Czat
talk-lines = Co zostało powiedziane
talk-nothing = Nikt jeszcze nic nie napisał.
talk-write = Napisz coś
talk-send = Wyślij
talk-quick = Szybkie odpowiedzi
talk-unread = nieprzeczytane: { $n }
talk-watching = Widzowie nie piszą na czacie.
talk-join-first = Dołącz do stołu, aby pisać.
talk-hear-all = { $n ->
    [one] { $n } osoba wyciszona. Pokaż znowu
    [few] { $n } osoby wyciszone. Pokaż znowu
    [many] { $n } osób wyciszonych. Pokaż znowu
   *[other] { $n } osoby wyciszone. Pokaż znowu
}
talk-muted = Moderator wyłączył ci czat do { $until }.
talk-nothing_said = Najpierw coś napisz.
talk-not_at_table = To można zrobić tylko przy stole.
talk-slow_down = Za szybko: poczekaj chwilę z następną wiadomością.
talk-spectator = Widzowie nie piszą na czacie.
said-line = { $name }: { $words }
phrase-hello = Cześć!
phrase-good_luck = Powodzenia!
phrase-well_played = Dobrze zagrane!
phrase-thanks = Dzięki!
phrase-one_moment = Chwileczkę
phrase-sorry = Przepraszam!
phrase-oops = Ojej!
phrase-good_game = Dobra gra!
phrase-bye = Pa!
about-person = { $name }: profil, wyciszenie, zgłoszenie
about-profile = Profil
about-hush = Wycisz: ukryj wiadomości tej osoby
about-hear = Pokazuj znów wiadomości tej osoby
about-report = Zgłoś moderatorom
report-why = Co jest nie tak?
report-insult = Obraźliwe słowa
report-spam = Spam
report-cheating = Oszukiwanie
report-name = Obraźliwa nazwa
report-other = Coś innego
report-done = Dziękujemy: moderator się temu przyjrzy.
name-title = Jak mają cię nazywać inni?
name-yours = Twoje imię lub nick
bank-left = Zapas czasu { $time }

## Zanim się zacznie

table-of = Stół gracza { $name }
waits = { $n ->
    [one] Czekamy na jeszcze { $n } gracza
   *[other] Czekamy na jeszcze { $n } graczy
}
waits-for = Czekamy na: { $names }
waits-begins = Są wszyscy: zaczynamy
chairs = Miejsca
chair-free = Wolne miejsce
chair-host = gospodarz
chair-bot = Bot
chair-no-bot = Odeślij bota { $name }
fill-bots = { $n ->
    [one] Zacznij z { $n } botem
   *[other] Zacznij z { $n } botami
}
fill-unrated = Z botem rozgrywka nie jest rankingowa.
leave-offer = Odejdź
quick = Szybka gra
quick-late = Na razie nikt nie przyszedł. Zacznij z botami albo czekaj dalej.
invite = Zaproś znajomych
invite-how = Wyślij link albo pokaż kod do zeskanowania. Konto nie jest potrzebne.
invite-link = Link do tego stołu
invite-copy = Kopiuj
invite-copied = Skopiowano
invite-by-hand = Skopiuj link ręcznie z pola.
invite-share = Udostępnij
invite-text = Zagraj ze mną w remika tureckiego
invite-code = Kod QR adresu { $link }
invite-unreachable = Ten serwer słucha tylko na tym komputerze, więc nikt inny nie otworzy linku. Uruchom go tak: istaka serve --host 0.0.0.0
offer-closed = Ten stół jest zamknięty
offer-closed-text = Gra się nie zaczęła: wszyscy odeszli.
terms-limit = do { $limit }
terms-classic = klasycznie, od { $limit }
terms-no-clock = bez zegara
terms-rated = rankingowa
terms-private = tylko z linkiem

## Zanim przyjdzie moja kolej

plan-title = Wybrane z góry
plan-draw = pobierz ze stosu zakrytego
plan-take = pobierz ze stosu odkrytego
plan-discard = odrzuć: { $tile }
plan-cancel = Cofnij: { $plan }
plan-said = Wybrane z góry: { $words }.
plan-none = Nic nie jest wybrane z góry.
plan-no-wild = Kartę wieloznaczną odrzuca się tylko ręcznie.
plan-complete = Twoja ręka jest gotowa: nic nie zostało odrzucone.
plan-impossible = Tego, co wybrano z góry, nie można teraz zrobić.
pile-plan = Odrzuć wybraną kartę, gdy przyjdzie twoja kolej
pile-plan-take = Pobierz następną, gdy przyjdzie moja kolej
stock-plan = Pobierz, gdy przyjdzie twoja kolej
stock-planned = Pobierze się, gdy przyjdzie twoja kolej

## Oglądanie i wspólne zakończenie

watching = Oglądasz
watching-late = Oglądasz z opóźnieniem { $n } s
said-agrees = { $who ->
    [you] Zgadzasz się zakończyć rozgrywkę.
   *[other] { $name } chce zakończyć rozgrywkę.
}
said-plays-on = { $who ->
    [you] Wolisz grać dalej.
   *[other] { $name } woli grać dalej.
}
end-ask = Zakończcie rozgrywkę wspólnie
end-title = Zakończyć rozgrywkę teraz?
end-text = Skończy się bez wyniku i bez zmian w rankingu, gdy zgodzą się wszyscy.
end-yes = Zapytaj pozostałych
end-no = Graj dalej
ending-asked = { $names }: kończymy bez wyniku?
ending-waits = Chcesz zakończyć. Bez odpowiedzi: { $names }
ending-agree = Zgoda
ending-play-on = Gramy
ending-withdraw = Gramy
closed-agreed = Zakończono za zgodą wszystkich
closed-idle = Nikt nie grał przez cały dzień
closed-empty = Nikt nie przyszedł
closed-nothing = Rozgrywka skończyła się bez wyniku.
table-without-me = Gra zaczęła się bez ciebie i nie można jej oglądać.
rematch-asked = { $name } chce zagrać jeszcze raz.
problem-full = Przy tym stole nie ma już miejsc.
problem-started = Ta rozgrywka już się zaczęła.
problem-closed = Ten stół jest zamknięty.
problem-unknown_offer = Tego stołu już nie ma.
problem-seat_taken = To miejsce jest już zajęte.
problem-no_such_seat = Nie ma takiego miejsca.
problem-not_welcome = Nie możesz dołączyć do tego stołu.
problem-not_owner = Może to zrobić tylko gospodarz.
problem-not_seated = Nie siedzisz przy tym stole.
problem-not_over = Rozgrywka jeszcze się nie skończyła.
problem-too_many_offers = Zbyt wiele twoich stołów czeka: odejdź najpierw od któregoś.
problem-too_many_tables = Masz zbyt wiele trwających rozgrywek: najpierw dokończ którąś.
problem-bad_clock = Ruch ma od { $least } do { $most } sekund albo nie ma zegara.
problem-bad_rules = Takich zasad nie da się zagrać: sprawdź limit i opcje.

## Menu i ustawienia

menu = Menu
help = Pomoc i klawisze
setting-largeDigits = Większe cyfry
setting-letters = Litery kolorów
setting-leftHanded = Dla leworęcznych
setting-doubleTap = Odrzucanie podwójnym stuknięciem
setting-sound = Dźwięk
setting-felt = Sukno
felt-dark = Ciemne
felt-light = Jasne
help-touch = Przeciągaj płytki albo stuknij płytkę, a potem miejsce, na które ma trafić. Stuknij stos zakryty lub stos po lewej, aby pobrać kartę; stuknij stos po prawej, aby odrzucić wybraną. Upuść płytkę na kartę odkrytą lub stos zakryty, aby się nią wyłożyć.
key-space = Spacja
help-move = ruch po ręce
help-pick = podnieś, odłóż
help-select = wybierz
help-draw = pobierz ze stosu zakrytego
help-take = pobierz ze stosu odkrytego
help-discard = odrzuć
help-finish = wyłóż się
help-sorts = sekwensy, komplety, pary
help-undo = cofnij
help-indicator = podaj kartę odkrytą
help-points = podaj punkty
help-last = podaj ostatnie ruchy
help-talk = czat
help-cancel = cofnij to, co wybrane z góry
help-help = ta strona

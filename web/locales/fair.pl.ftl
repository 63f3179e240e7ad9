## Uczciwe rozdania

fair-title = Uczciwe rozdania
fair-lead = Nikt nie może wybrać płytek, serwer też nie. Twoja przeglądarka sama sprawdza każdą rundę.
fair-step-1 = Przed rundą serwer ustala sekret i ogłasza jego odcisk.
fair-step-2 = Dopiero wtedy twoja przeglądarka dodaje własną liczbę losową.
fair-step-3 = Sekret i wszystkie te liczby razem decydują o kolejności, każdej płytce i karcie odkrytej.
fair-step-4 = Po rundzie sekret zostaje ujawniony. Przeglądarka liczy rozdanie od nowa i porównuje je z tym, co było na stole.
fair-rounds = Twoje rozgrywki
fair-none = W tej przeglądarce nie rozegrano jeszcze żadnej rundy.
fair-round = Runda { $n }
fair-values = Liczby
fair-commitment = Odcisk (SHA-256 sekretu)
fair-secret = Sekret
fair-nonce-client = Liczba z przeglądarki gracza: { $name }
fair-nonce-fixed = Liczba obliczona dla gracza: { $name }
fair-rest = Czego to nie pokaże: czy serwer nie porzuca rund, które mu się nie podobają. Zdradzi to jednak każdy odcisk bez ujawnionego sekretu.
check-commitment-good = Sekret zgadza się z odciskiem ogłoszonym przed rundą.
check-commitment-bad = Sekret nie zgadza się z odciskiem.
check-commitment-unseen = Ta przeglądarka nie widziała odcisku.
check-nonce-good = Użyto liczby losowej twojej przeglądarki.
check-nonce-bad = Liczba losowa twojej przeglądarki została podmieniona.
check-nonce-unseen = Liczba twojej przeglądarki przyszła za późno; użyto obliczonej.
check-order-good = Losowanie kolejności wychodzi tak samo.
check-order-bad = Losowanie kolejności wychodzi inaczej.
check-order-unseen = Ta przeglądarka nie widziała losowania kolejności.
check-indicator-good = Karta odkryta wychodzi ta sama.
check-indicator-bad = Karta odkryta wychodzi inna.
check-indicator-unseen = Ta przeglądarka nie widziała karty odkrytej.
check-hand-good = Twoje rozdane karty wychodzą te same.
check-hand-bad = Twoje rozdane karty wychodzą inne.
check-hand-unseen = Ta przeglądarka nie widziała rozdania.
check-drawn-good = Każda pobrana karta była następną ze stosu zakrytego.
check-drawn-bad = Jedna z pobranych kart nie była następną ze stosu zakrytego.
check-drawn-unseen = W tej rundzie nie było kart ze stosu zakrytego.

## Dowolna rozgrywka

fair-any = Sprawdź dowolną rozgrywkę
fair-look = Sprawdź
fair-look-field = Odnośnik albo identyfikator rozgrywki
fair-look-bad = To nie jest odnośnik do rozgrywki.
fair-match = Rozdania jednej rozgrywki
fair-good = { $n ->
    [one] Ujawniona runda jest uczciwa.
    [few] Wszystkie { $n } ujawnione rundy są uczciwe.
   *[other] Wszystkie ujawnione rundy są uczciwe ({ $n }).
}
fair-bad = Coś się nie zgadza.
fair-unopened = Żadna runda nie została jeszcze ujawniona.
fair-mine-rounds = { $n ->
    [one] { $n } runda
    [few] { $n } rundy
    [many] { $n } rund
   *[other] { $n } rundy
}
fair-state-good = uczciwa
fair-state-bad = nie zgadza się
fair-state-running = trwa: zostanie ujawniona po zakończeniu
fair-state-abandoned = przerwana przed rozdaniem
fair-seen = Widziane przez tę przeglądarkę
fair-player = Gracz { $n }
fair-deal = Płytki, które rozdają te liczby
fair-draw = Losowanie kolejności
fair-indicator = Karta odkryta
fair-proves = Czego to dowodzi
fair-proves-fixed = Kto ustalił sekret, był związany jego odciskiem: inny sekret miałby inny odcisk.
fair-proves-follows = Kolejność, płytki i karta odkryta wynikają z sekretu i liczb wszystkich graczy według reguły, którą każdy może przeczytać i przeliczyć.
fair-proves-here = Ta przeglądarka widziała odcisk, zanim podała swoją liczbę, i znalazła w rozdaniu swoje płytki. Nie trzeba tu wierzyć serwerowi na słowo.
fair-proves-elsewhere = To, że odcisk był przed liczbami, widziały tylko przeglądarki graczy. Każda zachowuje swoje rundy i sprawdza je tutaj.
claim-fingerprint-good = Sekret zgadza się z odciskiem.
claim-fingerprint-bad = Sekret nie zgadza się z odciskiem.
claim-fixed-good = Obliczone liczby botów są poprawne.
claim-fixed-bad = Jedna z obliczonych liczb jest błędna.
claim-order-good = Kolejność graczy wynika z liczb.
claim-order-bad = Kolejność graczy nie wynika z liczb.
claim-passed-good = Kolejność przeszła z poprzedniej rundy.
claim-passed-bad = Kolejność nie przeszła z poprzedniej rundy tak, jak powinna.
check-same-bad = Serwer podaje teraz inny odcisk niż przed rundą.

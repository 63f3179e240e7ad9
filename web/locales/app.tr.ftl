## Her yerde

tagline = Okey
pitch = Sakin bir masada okey: botlarla, hemen, hesap açmadan.
pages = Sayfalar
languages = Dil
play = Oyna
lobby = Masalar
leaders = Sıralama
friends = Arkadaşlar
friends-news = { $n } istek
me = Ben
account = Hesap
profile = Profil
login = Giriş
recover = Yeni parola
moderate = Moderasyon
rules = Kurallar
fair = Adil dağıtım
home = Ana sayfa
close = Kapat
loading = Yükleniyor…
table = Masa
you = Sen
kind-bot = bot
kind-guest = misafir
problem-server = Sunucuda bir şeyler ters gitti. Lütfen yeniden dene.
problem-network = Sunucuya ulaşılamıyor. Lütfen yeniden dene.
problem-slow_down = Çok fazla istek: biraz bekleyip yeniden dene.
problem-unavailable = Sunucunun veritabanı yanıt vermiyor. Biraz sonra yeniden dene.
problem-wait = Çok fazla deneme. Lütfen { $seconds } sn bekle.
problem-busy = Aynı anda çok kişi giriş yapıyor. Lütfen biraz sonra yeniden dene.
problem-banned = { $until } tarihine kadar burada oynayamazsın.
problem-bad_name = Bir adda görünür 1–{ $longest } karakter olur; biri harf ya da rakam olmalı.
problem-name_taken = Bu ad ya da çok benzeri başkasında.
problem-name_reserved = Bu ad, burayı yönettiğin ya da bot olduğun izlenimini verir.
problem-no_session = Giriş yapmadın.
problem-no_account = Bunun için hesap gerekir.
problem-not_found = Burada bir şey yok.
problem-unknown_table = Böyle bir masa yok.
problem-unknown_person = Böyle biri yok.
problem-frozen = Sunucu bu masada bir hata buldu ve oyunu durdurdu.
problem-bad_request = Sunucu bunu anlamadı. Sayfayı yeniden yüklemek işe yarayabilir.
problem-too_many_reports = Açık { $most } şikâyetin var: birinin bakmasını bekle.

## Hemen oyna

players = Oyuncu
bots = Botlar
level-random = Kolay
level-greedy = Orta
level-careful = Zor
limit = Oyun
limit-40 = Hızlı, 40’a kadar
limit-80 = 80 puana kadar
clock = Hamle süresi
clock-none = Yok
clock-seconds = { $n } sn
play-now = Hemen oyna
with-friends = Arkadaşlarla oyna
with-anybody = Açık masalar
resume-text = Oyunun hâlâ sürüyor.
resume = Masaya dön

## Taşlar

tile-R = kırmızı { $rank }
tile-Y = sarı { $rank }
tile-B = mavi { $rank }
tile-K = siyah { $rank }
tile-wild = { $tile }, okey
tile-starred = sahte okey, değeri { $tile }
tile-starred-plain = sahte okey
tile-as = { $as } yerine { $tile }
tile-missing = eksik: { $tile }
tile-hidden = kapalı taş
letter-R = K
letter-Y = Sa
letter-B = M
letter-K = Si

## Masa

table-title = Okey, { $round }. el
rack = Istakan
slot-label = Sıra { $row }, yer { $slot }: { $tile }
slot-empty = boş
mark-meld = tamamlanmış bir perin içinde
mark-pair = bir çiftte
mark-latest = son alınan
mark-planned = atılmak üzere seçili
mark-carried = elde
seat-bot = bot
seat-away = bot oynuyor
seat-gone = uzakta
seat-starter = Bu eli başlatan
points-left = kalan puan: { $points }
points-of = { $limit } üzerinden { $points } ceza puanı
tiles-held = { $n } taş
stock-label = Deste, { $n } taş kaldı
stock-draw = Taş çek
indicator-label = Gösterge: { $tile }
pile-label = { $who ->
    [you] Attığın taşlar, en üstte: { $tile }
   *[other] { $name }, atılan taşlar, en üstte: { $tile }
}
pile-empty = { $who ->
    [you] Attığın taşlar, boş
   *[other] { $name }, atılan taşlar, boş
}
pile-own-short = Taş at
pile-discard = Seçili taşı buraya at
pile-take = Üstteki taşı al
pile-open = Atılan { $n } taşa bak
pile-title = { $who ->
    [you] Attığın taşlar
   *[other] Atılan taşlar: { $name }
}
pile-nothing = Burada henüz taş yok.
pile-order = Atılış sırasıyla, en son atılan sonda.
arrange = Istakayı diz
sort-runs = Seri
sort-sets = Grup
sort-pairs = Çift
undo = Geri al
finish = Bitir
finish-pays = kişi başı { $points } puan
finish-title = Hangi taşla bitiyorsun?
finish-text = Seçtiğin taş attığın son taş olur.
finish-how = { $how ->
    [melds] Seri ve gruplarla, atılan: { $tile }
    [pairs] Yedi çiftle, atılan: { $tile }
   *[other] Yedi çiftle ya da seri ve gruplarla, atılan: { $tile }
}
show-twin = Göstergeyi göster
drawing-title = Sıra için çekilen taşlar
drawing-begins = { $who ->
    [you] Sen başlıyorsun
   *[other] { $name } başlıyor
}

## Sıra kimde

status-take = Sıra sende: taş çek
status-discard = Sıra sende: taş at
status-other = { $name } oynuyor
status-waiting = Taşlar karıştırılıyor
status-between = El bitti
status-over = Oyun bitti

## Ne oldu

said-drew = { $who ->
    [you] Desteden taş çektin.
   *[other] { $name } desteden taş çekti.
}
said-took = { $who ->
    [you] Yandan aldın: { $tile }.
   *[other] { $name } yandan aldı: { $tile }.
}
said-discarded = { $who ->
    [you] Attın: { $tile }.
   *[other] { $name } attı: { $tile }.
}
said-showed = { $who ->
    [you] Göstergeyi gösterdin.
   *[other] { $name } göstergeyi gösterdi.
}
said-away = { $who ->
    [you] Şimdi senin yerine bot oynuyor.
   *[other] Şimdi { $name } yerine bot oynuyor.
}
said-returned = { $who ->
    [you] Yeniden sen oynuyorsun.
   *[other] { $name } yeniden oynuyor.
}
said-dealt = { $who ->
    [you] Yeni el. Sen başlıyorsun. Okey: { $wild }.
   *[other] Yeni el. { $name } başlıyor. Okey: { $wild }.
}
said-indicator = Gösterge: { $indicator }. Okey: { $wild }.
said-picked-up = Elinde: { $tile }.
said-put-down = Bırakıldı.
points-said = { $name }: { $points }.
urgent-turn = Sıra sende.
urgent-begin = Sen başlıyorsun: taş at.
urgent-seconds = { $n } saniye kaldı.

## Sorular

wild-title = Okey atılsın mı?
wild-text = Okey her taşın yerine geçer ve sıradaki oyuncu onu alabilir.
wild-throw = At
wild-keep = Atma
complete-title = Elin tamam
complete-text = Bu taşı atarak bitebilirsin.
complete-finish = Bitir: kişi başı { $points } puan
complete-discard = Yalnızca at
leave-title = Masadan kalkılsın mı?
leave-text = Sen dönene kadar yerine bot oynar. Yerin ve puanların sende kalır.
leave-yes = Kalk
leave-no = Kal
leave = Masadan kalk

## Geri çevrilenler

refused-round_over = El zaten bitti.
refused-take_a_tile_first = Önce taş çek.
refused-already_took = Zaten taş aldın: şimdi bir taş at.
refused-empty_pile = Orada alınacak taş yok.
refused-not_in_hand = Bu taş elinde değil.
refused-return_forbidden = Yandan az önce alınan taş geri atılamaz.
refused-does_not_go_out = Bu el henüz bitmiyor
refused-nothing_to_show = Şimdi gösterilecek bir şey yok.
refused-no_such_action = Bu yapılamaz.
refused-not_your_turn = Sıra sende değil.
refused-too_late = Süre az önce doldu.
refused-away = Yerine bot oynuyor: önce yerini geri al.
refused-stale = Masa değişti: lütfen yeniden dene.
refused-ahead = Masa güncel değildi: lütfen yeniden dene.
refused-table_over = Bu masa kapandı.
refused-bad_tile = Böyle bir taş yok.
refused-bad_message = Sunucu bunu anlamadı.
refused-not_between = Sonraki el çoktan başladı.
refused-already_ready = Zaten hazırsın.
refused-not_away = Zaten oynuyorsun.
refused-not_waiting = Taşlar çoktan dağıtıldı.
refused-unknown_table = Böyle bir masa yok.
refused-not_seated = Bu masada yerin yok.
refused-bad_ticket = Bağlantının süresi doldu: sayfayı yenile.
refused-hello_first = Bağlantı zamanında kurulamadı: sayfayı yenile.
refused-slow_down = Çok hızlı: lütfen yeniden dene.
refused-too_many_sockets = Bu masa çok fazla sekmede açık.
refused-frozen = Sunucu bu masada bir hata buldu ve oyunu durdurdu. Bundan kimse kazanç sağlamaz.
refused-newer = Masayı sunucunun yeni sürümü devralıyor, bir saniye…
refused-already_said = Bunu zaten söyledin.
refused-spectator = İzleyenler oynayamaz.
refused-unavailable = Sunucu hamleyi şu anda kaydedemiyor: lütfen yeniden dene.
explain-text = Bu taş ({ $tile }) atılınca el tamam değil. Bir şey kaybetmedin; durum şöyle:
explain-groups = Uyanlar
explain-strays = Boşta kalanlar
explain-missing = Eksikler

## Sonuçlar

ending-out = { $how ->
    [pairs] { $who ->
        [you] Yedi çiftle bittin
       *[other] { $name } yedi çiftle bitti
    }
   *[other] { $who ->
        [you] Bittin
       *[other] { $name } bitti
    }
}
ending-wild = { $how ->
    [pairs] { $who ->
        [you] Yedi çiftle, okey atarak bittin
       *[other] { $name } yedi çiftle, okey atarak bitti
    }
   *[other] { $who ->
        [you] Okey atarak bittin
       *[other] { $name } okey atarak bitti
    }
}
ending-stalemate = Taş bitti: kimse bitemedi
round-n = { $n }. el
match-over = Oyun bitti
match-won = { $who ->
    [you] Oyunu sen kazandın
   *[other] Oyunu { $name } kazandı
}
match-shared = Ortak birincilik: { $names }
went-out = bitti
why-melds = seri ve grup { $points }
why-pairs = yedi çift { $points }
why-wild = okey atıldı { $points }
why-stalemate = taş bitti { $points }
why-bonus = gösterge { $points }
points-plus = +{ $points }
points-minus = −{ $points }
last-discard = Son atılan taş
deal-holds = Adil dağıtım: denetlendi
deal-fails = Dağıtım tutmuyor
next-round = Sonraki el
waiting-others = Diğerleri bekleniyor
rematch = Yeniden oyna
new-match = Yeni oyun
record = Oyun kaydı

## Bağlantı

banner-lost = Bağlantı koptu. Yeniden bağlanılıyor…
banner-retry = Şimdi dene
banner-away = Yerine bot oynuyor.
banner-back = Döndüm
table-refused = Bu masa açılamıyor
table-unknown = Böyle bir masa yok ya da sen bu masada değilsin.
table-closed = Masa kapandı ya da sayfa eski. Sayfayı yeniden yüklemek işe yarayabilir.

## Başkalarıyla

join = Katıl
talk = Sohbet
talk-lines = Konuşulanlar
talk-nothing = Henüz kimse bir şey yazmadı.
talk-write = Bir şey yaz
talk-send = Gönder
talk-quick = Hazır sözler
talk-unread = { $n } okunmamış
talk-watching = İzleyenler yazamaz.
talk-join-first = Yazmak için masaya katıl.
talk-hear-all = { $n } kişi susturuldu. Yeniden göster
talk-muted = Bir moderatör yazmanı şu zamana kadar kapattı: { $until }.
talk-nothing_said = Önce bir şey yaz.
talk-not_at_table = Bu yalnızca bir masada yapılabilir.
talk-slow_down = Çok hızlı: yeni satırdan önce biraz bekle.
talk-spectator = İzleyenler yazamaz.
said-line = { $name } diyor ki: { $words }
phrase-hello = Merhaba!
phrase-good_luck = Bol şans!
phrase-well_played = Güzel oynadın!
phrase-thanks = Teşekkürler!
phrase-one_moment = Bir dakika lütfen
phrase-sorry = Kusura bakma!
phrase-oops = Eyvah!
phrase-good_game = Güzel oyundu!
phrase-bye = Görüşürüz!
about-person = { $name }: profil, sustur, bildir
about-profile = Profil
about-hush = Sustur: yazdıklarını gizle
about-hear = Yazdıklarını yeniden göster
about-report = Moderatörlere bildir
report-why = Sorun ne?
report-insult = Hakaret
report-spam = Gereksiz mesaj
report-cheating = Hile
report-name = Uygunsuz ad
report-other = Başka bir şey
report-done = Teşekkürler: bir moderatör bakacak.
name-title = Diğerleri sana ne desin?
name-yours = Adın
bank-left = Ek süre { $time }

## Başlamadan önce

table-of = { $name } masası
waits = { $n } oyuncu daha bekleniyor
waits-for = Beklenenler: { $names }
waits-begins = Herkes burada: başlıyor
chairs = Yerler
chair-free = Boş yer
chair-host = masa sahibi
chair-bot = Bot
chair-no-bot = { $name } kalksın
fill-bots = { $n } botla başla
fill-unrated = Botla oynanan oyun puanlı sayılmaz.
leave-offer = Ayrıl
quick = Hızlı oyun
quick-late = Şimdilik kimse gelmedi. Botlarla başla ya da beklemeye devam et.
invite = Arkadaşlarını çağır
invite-how = Bağlantıyı gönder ya da kodu okut. Hesap gerekmez.
invite-link = Bu masanın bağlantısı
invite-copy = Kopyala
invite-copied = Kopyalandı
invite-by-hand = Bağlantıyı alandan kendin kopyala.
invite-share = Paylaş
invite-text = Gel, birlikte okey oynayalım
invite-code = { $link } için karekod
invite-unreachable = Bu sunucu yalnızca bu bilgisayarı dinliyor; bağlantıyı başka kimse açamaz. Şöyle başlat: istaka serve --host 0.0.0.0
offer-closed = Bu masa kapandı
offer-closed-text = Oyun başlamadı: herkes ayrıldı.
terms-limit = { $limit } puana
terms-classic = klasik, { $limit } puandan
terms-no-clock = süresiz
terms-rated = puanlı
terms-private = yalnızca bağlantıyla

## Sıram gelmeden

plan-title = Önceden seçilenler
plan-draw = desteden çek
plan-take = yandan al
plan-discard = at: { $tile }
plan-cancel = Geri al: { $plan }
plan-said = Önceden seçildi: { $words }.
plan-none = Önceden seçilen bir şey yok.
plan-no-wild = Okey yalnızca elle atılır.
plan-complete = Elin tamam: hiçbir taş atılmadı.
plan-impossible = Önceden seçtiğin şimdi yapılamıyor.
pile-plan = Sıran gelince seçili taşı at
pile-plan-take = Sıram gelince sonraki taşı al
stock-plan = Sıran gelince çek
stock-planned = Sıran gelince çekilecek

## İzlemek ve birlikte bitirmek

watching = İzliyorsun
watching-late = { $n } sn gecikmeyle izliyorsun
said-agrees = { $who ->
    [you] Oyunu bitirmeyi kabul ettin.
   *[other] { $name } oyunu bitirmek istiyor.
}
said-plays-on = { $who ->
    [you] Oynamaya devam etmek istiyorsun.
   *[other] { $name } oynamaya devam etmek istiyor.
}
end-ask = Oyunu birlikte bitirin
end-title = Oyun şimdi bitsin mi?
end-text = Herkes kabul edince sonuçsuz biter, puanlar değişmez.
end-yes = Diğerlerine sor
end-no = Devam et
ending-asked = { $names }: sonuçsuz bitsin mi?
ending-waits = Bitirmek istiyorsun. Bekleyenler: { $names }
ending-agree = Kabul
ending-play-on = Devam
ending-withdraw = Devam
closed-agreed = Anlaşarak bitirildi
closed-idle = Bir gün boyunca kimse oynamadı
closed-empty = Kimse gelmedi
closed-nothing = Oyun sonuçsuz bitti.
table-without-me = Oyun sensiz başladı ve izlenemiyor.
rematch-asked = { $name } yeniden oynamak istiyor.
problem-full = Bu masa dolu.
problem-started = Bu oyun çoktan başladı.
problem-closed = Bu masa kapandı.
problem-unknown_offer = Böyle bir masa artık yok.
problem-seat_taken = Orada biri oturuyor.
problem-no_such_seat = Böyle bir yer yok.
problem-not_welcome = Bu masaya katılamazsın.
problem-not_owner = Bunu yalnızca masa sahibi yapabilir.
problem-not_seated = Bu masada oturmuyorsun.
problem-not_over = Oyun henüz bitmedi.
problem-too_many_offers = Bekleyen çok masan var: önce birinden ayrıl.
problem-too_many_tables = Süren çok oyunun var: önce birini bitir.
problem-bad_clock = Bir hamlede { $least }–{ $most } saniye olur ya da süre olmaz.
problem-bad_rules = Bu kurallarla oynanamaz: sınırı ve seçenekleri denetle.

## Menü ve ayarlar

menu = Menü
help = Yardım ve tuşlar
setting-largeDigits = Büyük rakamlar
setting-letters = Renk harfleri
setting-leftHanded = Solak
setting-doubleTap = Çift dokunuşla taş at
setting-sound = Ses
setting-felt = Çuha
felt-dark = Koyu
felt-light = Açık
help-touch = Taşları sürükle ya da önce taşa, sonra gideceği yere dokun. Taş çekmek için desteye ya da solundaki taşlara dokun; seçili taşı atmak için sağındaki yere dokun. Bitmek için bir taşı göstergenin ya da destenin üstüne bırak.
key-space = Boşluk
help-move = ıstakada gez
help-pick = eline al, bırak
help-select = seç
help-draw = desteden çek
help-take = yandan al
help-discard = taş at
help-finish = bitir
help-sorts = seri, grup, çift
help-undo = geri al
help-indicator = göstergeyi söyle
help-points = puanları söyle
help-last = son hamleleri söyle
help-talk = sohbet
help-cancel = önceden seçileni geri al
help-help = bu sayfa

## Masalar

lobby-online = Burada { $n } kişi var
lobby-show = Göster
lobby-tables = Masalar
lobby-talk = Sohbet
lobby-open = Açık masalar
lobby-none = Şu anda açık masa yok. Oyuncu ara ya da masa aç: buradaki herkes hemen görür.
lobby-played = Süren oyunlar
open-seats = { $of } yerden { $n } tanesi dolu
open-mine = Dön
watch = İzle
resume-offer-text = Masan oyuncu bekliyor.

## Hızlı oyun

quick-how = Aynısını arayan herkesle. Hamle başına { $n } sn.
quick-size = { $n } oyuncu

## Kendi masan

create = Masa aç
create-done = Aç
create-other = Başka
create-classic = Klasik
create-classic-how = Herkes 20 puanla başlar ve puan kaybeder; sonda en çok puanı olan kazanır.
create-limit = Oyunu bitiren ceza puanı
create-who = Kimler gelebilir
create-public = Herkes
create-private = Yalnızca bağlantıyla
create-more = Daha fazla
create-bank = Oyun boyunca ek süre
create-rated = Puanlı
create-rated-how = Masada sunucunun botu yoksa sıralamaya sayılır.
create-watch = Başkaları izleyebilir
create-delay = Gecikmeyle görürler
create-title = Masanın adı

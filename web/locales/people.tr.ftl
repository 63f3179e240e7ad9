## Her yerde

name = Ad
player = Oyuncu
save = Kaydet
saved = Kaydedildi.
cancel = Vazgeç
copy = Kopyala
copied = Kopyalandı.
copy-failed = Kopyalanamadı: metni seçip elle kopyala.
download = İndir

## Profil

ratings = Sıralama puanları
ratings-none = Henüz puanlı oyun yok.
rating = Puan
provisional = geçici: henüz az oyun var
of-players = { $n } kişilik
rated-matches = { $n } oyun
place-n = { $n }. sırada
stats = İstatistikler
stats-none = Henüz biten oyun yok.
stat-won = Kazanılan oyunlar
stat-rounds = Kazanılan eller
stat-pairs = Yedi çiftle
stat-wilds = Okey atarak
stat-points = El başına ceza puanı
stat-points-less = ortalama; az olan iyidir
stat-bonuses = Gösterge ödülleri
stat-bonuses-in = { $n } elde
stat-of = { $part } / { $whole }
history = Oyunlar
history-none = Henüz biten oyun yok.
place = Sıra
place-of = { $n } kişide { $place }.
penalty = ceza puanı
to-points = { $n } puana kadar
rated = puanlı
rating-change = Sıralama puanındaki değişim
older = Daha eski oyunlar
since = { $day } gününden beri
my-profile = Profilim
account-settings = Hesap ve ayarlar
muted-note = Bir moderatör seni susturdu: { $until } tarihine kadar yazamazsın.
guest-note = Misafir olarak oynuyorsun: bunların hepsi yalnızca bu tarayıcıda duruyor.
guest-keep = Saklamak için hesap aç

## Sıralama

leaders-lead = Puanlı oyunlardan gelen sıralama puanlarına göre. “?” işaretliler geçicidir ve sonda durur.
leaders-kind = Kimin
leaders-account = İnsanlar
leaders-bot = Botlar
leaders-none = Henüz kimse yeterince puanlı oyun oynamadı.
leaders-join = Bu listeye girmek için puanlı oyun oyna.
matches = Oyun

## Arkadaşlar ve engeller

friend-no = Arkadaş ekle
friend-asks = Kabul et
friend-asked = İsteği geri al
friend-agreed = Arkadaşsınız
block = Engelle
report = Şikâyet et
unblock = Engeli kaldır
friends-none = Henüz arkadaşın yok. Adıyla birini ara ya da bir profil açıp istek gönder.
friends-account = Arkadaşlar birbirini adıyla bulur; bunun için ikisinin de hesabı olmalı.
asks = Sana gelen istekler
asked = Gönderdiğin istekler
blocks = Engellenenler
refuse = Geri çevir
remove = Çıkar
remove-really = Arkadaşlıktan çıkar
find = Oyuncuları adıyla bul
find-none = Adı böyle başlayan kimse yok.
find-some = { $n } oyuncu bulundu
standing-me = sen
standing-friends = arkadaşsınız
standing-asked = istek gönderildi
standing-blocks = engelli

## Hesap

password = Parola
password-show = Göster
password-hide = Gizle
password-hint = En az { $least } karakter. En iyisi, yalnızca senin yan yana getireceğin birkaç sözcük.
password-old = Şimdiki parola
password-new = Yeni parola
password-change = Parolayı değiştir
password-changed = Parola değişti. Diğer cihazlarda oturum kapatıldı.
open-network = Bu sunucuya şifresiz bağlanılıyor: parola bu ağda açıkça dolaşır. Başka hiçbir yerde kullanmadığın bir parola seç.
guest-name = Masadaki adın
guest-name-hint = Diğerleri bunu görür. Misafirken istediğin zaman değiştirebilirsin.
make-account = Hesap aç
join-why-name = Yalnızca sana ait bir ad
join-why-rating = Sıralama puanı ve en iyiler arasında bir yer
join-why-friends = Seni bulabilen arkadaşlar
join-why-devices = Telefonda da masa başında da aynı oyunlar
join-keeps = Misafirken oynadıkların hesabına geçer.
join-name-hint = Herkes görür; sonradan değiştirilemez.
join-already = Hesabın var mı?
join-done = Hoş geldin, { $name }!
log-in = Giriş yap
log-out = Çıkış yap
forgotten = Parolanı mı unuttun?
leave-guest-title = Misafir oyunları bırakılsın mı?
leave-guest-text = Bu tarayıcıda misafir olarak oynadın. O oyunlar misafirde kalır, hesaba geçmez. Saklamak istersen onlardan yeni bir hesap aç.
leave-guest-yes = Yine de giriş yap
recover-lead = Hesabınla birlikte verilen kurtarma kodlarından biriyle.
recover-submit = Parolayı belirle
recover-none = Parola ve kodlar olmadan hesabı kimse açamaz, bu sunucunun sahibi bile.
code = Kurtarma kodu
code-hint = Her kod bir kez geçer.
codes-title = Kurtarma kodların
codes-text = Parolanı unutursan hesabını bunlardan biri açar. Yalnızca şimdi gösterilir: yeniden bulabileceğin bir yerde sakla. Her biri bir kez geçer.
codes-file = istaka kurtarma kodları: { $name }, { $host }
codes-kept = Sakladım
codes-new = Yeni kodlar oluştur
codes-new-text = Yeni kodlar eskilerin hepsinin yerine geçer.
section-password = Parola
section-codes = Kurtarma kodları
section-sessions = Açık oturumlar
section-bots = Botlarım
section-data = Verilerim
section-settings = Ayarlar
sessions-text = Hesabının açık olduğu bütün tarayıcılar. Artık kullanmadıklarında oturumu kapat.
session-since = { $when } tarihinden beri
session-here = bu tarayıcı
bots-text = Bot hesabı, kendi adıyla oynayan bir programındır. Anahtarı kimdeyse onun adına oynayabilir, başka bir şey yapamaz.
bot-name = Botun adı
bot-make = Bot hesabı oluştur
bot-made = oluşturulma: { $day }
bot-used = son kullanım: { $when }
bot-unused = hiç kullanılmadı
bot-revoke = İptal et
bot-revoke-really = Gerçekten iptal et
bot-delete = Botu sil
bot-delete-really = Gerçekten sil
token-title = { $name } için anahtar
token-text = Bunu programına ver. Yalnızca şimdi gösterilir.
token-kept = Sakladım
token-another = Bir anahtar daha
token-make = Anahtar oluştur
token-scope = İzin
token-name = Anahtarın adı (isteğe bağlı)
scope-play = oynamak
scope-read = yalnızca bakmak
data-text = Bu sunucunun senin hakkında sakladığı her şey, tek bir dosyada. Silince adın ve hesabın kalıcı olarak gider; başkalarıyla oynadığın oyunlar adın olmadan kalır.
export = Verilerimi indir
delete-account = Hesabımı sil
delete-guest = Verilerimi sil
delete-title = Kalıcı olarak silinsin mi?
delete-text = Bu geri alınamaz. Süren oyunlara bot devam eder.
delete-type = Onaylamak için { $name } yaz
delete-yes = Kalıcı olarak sil

## Geri çevrilenler

problem-wrong_password = Böyle bir hesap yok ya da parola başka.
problem-wrong_code = Böyle bir hesap yok ya da bu, kodlarından biri değil.
problem-bad_password = Bir parolada { $least }–{ $longest } karakter olur.
problem-not_guest = Zaten bir hesabın var.
problem-guest_has_matches = { $name } adıyla misafir olarak oynadın.
problem-too_many_people = Zaten { $most } kişin var: önce birini çıkar.
problem-too_many_programs = Zaten { $most } bot hesabın var.
problem-too_many_tokens = Botun zaten { $most } anahtarı var: önce birini iptal et.
problem-bad_token = Böyle bir anahtar yok ya da iptal edilmiş.
problem-read_only = Bu anahtar yalnızca bakmak için.

## Moderasyon

moderate-view = Göster
view-reports = Şikâyetler
view-audit = Kayıtlar
reports-none = Hiç şikâyet yok.
reported-by = şikâyet eden:
at-table = bir masada
line-meant = şikâyet edilen satır
settled = çözüldü
settle = Çözüldü
remove-line = Satırı sil
mute = Sustur
mute-ask = Sustur…
mute-end = Susturmayı bitir
mute-title = Sustur: { $name }
mute-text = Susturulan oyuncu oynamaya devam eder ama yazamaz.
ban = Yasakla
ban-ask = Yasakla…
ban-end = Yasağı bitir
ban-title = Yasakla: { $name }
ban-text = Yasaklanan oyuncu, yasak bitene dek oynayamaz ve yazamaz.
how-long = Ne kadar süre
hours = { $n ->
    [0] kaldır
    [1] 1 saat
    [24] 1 gün
    [168] 1 hafta
    [720] 30 gün
   *[other] { $n } saat
}
why = Neden
why-hint = Kayıtlarda kalır.
sanction-done = Yapıldı ve kaydedildi.
audit-none = Henüz bir şey yapılmadı.
audit-older = Daha eski kayıtlar
audit-mute = Susturma:
audit-ban = Yasak:
audit-done = Çözülen şikâyet:
audit-remove = Silinen satır:
audit-grant = Moderatör yapıldı:
audit-revoke = Moderatörlükten alındı:
audit-host = sunucunun sahibi
problem-not_moderator = Burası moderatörler için.
problem-unknown_report = Böyle bir şikâyet artık yok.
problem-unknown_line = O satır zaten silinmiş.
problem-is_moderator = Bu kişi bir moderatör.

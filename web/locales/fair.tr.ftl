## Adil dağıtım

fair-title = Adil dağıtım
fair-lead = Taşları kimse seçemez, sunucu da seçemez. Tarayıcın her eli kendisi denetler.
fair-step-1 = Elden önce sunucu bir sır belirler ve parmak izini yayımlar.
fair-step-2 = Tarayıcın ancak bundan sonra kendi rastgele sayısını ekler.
fair-step-3 = Sırayı, her taşı ve göstergeyi bu sır ile bütün sayılar birlikte belirler.
fair-step-4 = El bitince sır açılır. Tarayıcın dağıtımı yeniden hesaplar ve gördüklerinle karşılaştırır.
fair-rounds = Oyunların
fair-none = Bu tarayıcıda henüz el oynanmadı.
fair-round = { $n }. el
fair-values = Sayılar
fair-commitment = Parmak izi (sırrın SHA-256 özeti)
fair-secret = Sır
fair-nonce-client = { $name } için, oyuncunun tarayıcısından gelen sayı
fair-nonce-fixed = { $name } için hesaplanmış sayı
fair-rest = Bunun gösteremediği: sunucunun beğenmediği elleri yarıda bırakıp bırakmadığı. Sırrı açılmamış her parmak izi bunu ele verir.
check-commitment-good = Sır, elden önce yayımlanan parmak izine uyuyor.
check-commitment-bad = Sır parmak izine uymuyor.
check-commitment-unseen = Bu tarayıcı parmak izini görmedi.
check-nonce-good = Tarayıcının rastgele sayısı kullanıldı.
check-nonce-bad = Tarayıcının rastgele sayısı değiştirildi.
check-nonce-unseen = Tarayıcının sayısı geç kaldı; hesaplanmış sayı kullanıldı.
check-order-good = Sıra çekilişi aynı çıkıyor.
check-order-bad = Sıra çekilişi farklı çıkıyor.
check-order-unseen = Bu tarayıcı sıra çekilişini görmedi.
check-indicator-good = Gösterge aynı çıkıyor.
check-indicator-bad = Gösterge farklı çıkıyor.
check-indicator-unseen = Bu tarayıcı göstergeyi görmedi.
check-hand-good = Sana dağıtılan taşlar aynı çıkıyor.
check-hand-bad = Sana dağıtılan taşlar farklı çıkıyor.
check-hand-unseen = Bu tarayıcı dağıtımı görmedi.
check-drawn-good = Çektiğin her taş destenin sıradaki taşıydı.
check-drawn-bad = Çektiğin bir taş destenin sıradaki taşı değildi.
check-drawn-unseen = Desteden hiç taş çekmedin.

## Herhangi bir oyun

fair-any = Herhangi bir oyunu denetle
fair-look = Denetle
fair-look-field = Oyunun bağlantısı ya da numarası
fair-look-bad = Bu bir oyun bağlantısı değil.
fair-match = Bir oyunun dağıtımları
fair-good = { $n ->
    [one] Açılan el adil.
   *[other] Açılan { $n } elin hepsi adil.
}
fair-bad = Bir şey tutmuyor.
fair-unopened = Henüz açılan el yok.
fair-mine-rounds = { $n } el
fair-state-good = adil
fair-state-bad = tutmuyor
fair-state-running = oynanıyor: bitince açılır
fair-state-abandoned = dağıtımdan önce bırakıldı
fair-seen = Bu tarayıcının gördükleri
fair-player = { $n }. oyuncu
fair-deal = Bu sayıların dağıttığı taşlar
fair-draw = Sıra için çekilenler
fair-indicator = Gösterge
fair-proves = Bu neyi kanıtlar
fair-proves-fixed = Sırrı belirleyen, parmak iziyle bağlıydı: başka bir sırrın parmak izi de başka olurdu.
fair-proves-follows = Sıra, taşlar ve gösterge; sır ile bütün oyuncuların sayılarından, herkesin okuyup yeniden hesaplayabileceği bir kuralla çıkar.
fair-proves-here = Bu tarayıcı, kendi sayısını vermeden önce parmak izini gördü ve dağıtımda kendi taşlarını buldu. Bunun için sunucunun sözü gerekmez.
fair-proves-elsewhere = Parmak izinin sayılardan önce orada olduğunu yalnızca oyuncuların kendi tarayıcıları gördü. Her biri kendi ellerini saklar ve burada denetler.
claim-fingerprint-good = Sır parmak izine uyuyor.
claim-fingerprint-bad = Sır parmak izine uymuyor.
claim-fixed-good = Botların hesaplanmış sayıları doğru.
claim-fixed-bad = Hesaplanmış bir sayı yanlış.
claim-order-good = Oynanan sıra bu sayılardan çıkıyor.
claim-order-bad = Oynanan sıra bu sayılardan çıkmıyor.
claim-passed-good = Sıra önceki elden devredildi.
claim-passed-bad = Sıra önceki elden gerektiği gibi devredilmedi.
check-same-bad = Sunucu şimdi, elden önce verdiğinden başka bir parmak izi veriyor.

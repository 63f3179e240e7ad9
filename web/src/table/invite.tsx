/** How friends find this table: a link to copy or share, a code to photograph, and whether it can be reached. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Address, address, codePath } from "../api/offers";
import { BASE } from "../base";
import { copyText } from "../copy";
import { t } from "../i18n";
import { Icon } from "../icons";
import type { Offer } from "../wire";

/** Whether an address is only this machine's own. */
const isHome = (hostname: string) => /(^|\.)localhost$|^127\.|^\[::1\]$/.test(hostname);

const HERE: Address = { urls: [], reachable: true };

/** The link as others can open it: this page's own address, or the server's where this one is only mine. */
export function linkOf(
  id: string,
  where: Pick<Location, "origin" | "hostname">,
  found: Address | null,
): string {
  const [first] = found?.urls ?? [];
  const base = isHome(where.hostname) && first ? first : where.origin + BASE;
  return `${base.replace(/\/$/, "")}/t/${id}`;
}

/** Who is here under an address that others can open too need not ask for one. */
function useAddress(): Address | null {
  const asks = isHome(location.hostname);
  const found = useSignal<Address | null>(asks ? null : HERE);
  useEffect(() => {
    if (!asks) return;
    address()
      .then((answer) => {
        found.value = answer;
      })
      .catch(() => undefined);
  }, []);
  return found.value;
}

const COPIED_MS = 2500;

function Link({ link }: { link: string }) {
  const copied = useSignal<boolean | null>(null);
  const press = async () => {
    copied.value = await copyText(link);
    setTimeout(() => {
      copied.value = null;
    }, COPIED_MS);
  };
  return (
    <div class="link">
      <input
        type="text"
        readOnly
        data-testid="invite-link"
        aria-label={t("invite-link")}
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button type="button" class="primary" data-testid="invite-copy" onClick={() => void press()}>
        <Icon name={copied.value ? "check" : "link"} />
        {t(copied.value ? "invite-copied" : "invite-copy")}
      </button>
      {"share" in navigator && (
        <button
          type="button"
          class="second"
          data-testid="invite-share"
          onClick={() =>
            void navigator
              .share({ title: "istaka", text: t("invite-text"), url: link })
              .catch(() => undefined)
          }
        >
          <Icon name="share" />
          {t("invite-share")}
        </button>
      )}
      <span class="sr" role="status">
        {copied.value === null ? "" : t(copied.value ? "invite-copied" : "invite-by-hand")}
      </span>
    </div>
  );
}

/** Nobody else can open the link: a code of it would only lead astray. */
function Unreachable() {
  return (
    <p class="unreachable" data-testid="unreachable">
      <Icon name="alert" />
      {t("invite-unreachable")}
    </p>
  );
}

export function Invite({ offer }: { offer: Offer }) {
  const found = useAddress();
  const link = linkOf(offer.id, location, found);
  return (
    <section class="invite" aria-labelledby="invite-title">
      <h2 id="invite-title">{t("invite")}</h2>
      <p class="hint">{t("invite-how")}</p>
      <Link link={link} />
      {found?.reachable && (
        <img
          class="code"
          data-testid="qr"
          src={BASE + codePath(offer.id)}
          alt={t("invite-code", { link })}
          width="168"
          height="168"
        />
      )}
      {found && !found.reachable && <Unreachable />}
    </section>
  );
}

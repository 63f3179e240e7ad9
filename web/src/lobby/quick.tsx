/** Quick match: one tap on how many we shall be, and whoever else looks for the same comes to the same table. */
import { useSignal } from "@preact/signals";
import { quickMatch } from "../api/offers";
import { useDeed } from "../ask";
import { Choice } from "../choice";
import { Problem } from "../form";
import { t } from "../i18n";
import { useName } from "../name-ask";
import { go } from "../route";
import { refresh } from "../session";
import { load, save } from "../storage";
import { TileFace } from "../tile";

const SIZES = [2, 3, 4] as const;
const LIMITS = [40, 80] as const;
/** Everybody who looks for anybody plays with one clock, so that few tables fill soon. */
const CLOCK = 30;
/** The faces of the keys: each number in a suit of its own. */
const FACES = { 2: "B2", 3: "K3", 4: "R4" } as const;

type Size = (typeof SIZES)[number];
type Limit = (typeof LIMITS)[number];

export function Quick() {
  const limit = useSignal<Limit>(load("quick") === "80" ? 80 : 40);
  const size = useSignal<Size>(4);
  const { problem, busy, run } = useDeed();
  const find = async (name: string | null) => {
    const { id } = await quickMatch({ players: size.value, limit: limit.value, clock: CLOCK }, name);
    await refresh();
    go(`/t/${id}`);
  };
  const { withName, dialog } = useName(t("quick"), (name) => void run(() => find(name)));
  return (
    <section class="quick-match" aria-labelledby="quick-title" data-testid="quick">
      <h2 id="quick-title">{t("quick")}</h2>
      <p class="hint">{t("quick-how", { n: CLOCK })}</p>
      <Choice
        label={t("limit")}
        name="quick-limit"
        value={limit.value}
        options={LIMITS.map((value) => ({ value, label: t(`limit-${value}`) }))}
        onChange={(value) => {
          limit.value = value;
          save("quick", String(value));
        }}
      />
      <div class="sizes">
        {SIZES.map((players) => (
          <button
            key={players}
            type="button"
            data-testid={`quick-${players}`}
            disabled={busy}
            onClick={() => {
              size.value = players;
              withName();
            }}
          >
            <TileFace tile={FACES[players]} wild={null} />
            <span>{t("quick-size", { n: players })}</span>
          </button>
        ))}
      </div>
      <Problem words={problem} />
      {dialog}
    </section>
  );
}

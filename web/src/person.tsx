/** A person in a list: a tile with the first letter of the name, the name as a link, and what kind of player it is. */
import type { ComponentChildren } from "preact";
import { language, t } from "./i18n";
import { Icon } from "./icons";
import type { Kind } from "./session";
import { Shape } from "./tile";
import { SUITS } from "./tiles";

/** The first letter as a reader of this language writes it large. */
export function initialOf(name: string): string {
  const [first = ""] = name;
  return first.toLocaleUpperCase(language.value);
}

interface Named {
  id: string | null;
  name: string;
  kind?: Kind;
}

/** The suit that goes with a person: always the same one. */
function suitOf(id: string | null): (typeof SUITS)[number] {
  const sum = [...(id ?? "")].reduce((all, letter) => all + letter.charCodeAt(0), 0);
  return SUITS[sum % SUITS.length] ?? "K";
}

/** A tile that stands for a person; its size is `--w`. */
export function Face({ id, name, kind }: Named) {
  const suit = suitOf(id);
  return (
    <span class={`tile avatar suit-${suit}`} aria-hidden="true">
      {kind === "bot" ? <Icon name="away" /> : <b class="rank">{initialOf(name)}</b>}
      <Shape suit={suit} />
    </span>
  );
}

/** "bot" and "guest" beside a name; an account needs no word. */
export function KindMark({ kind }: { kind: Kind }) {
  return kind === "account" ? null : <small class={`kind ${kind}`}>{t(`kind-${kind}`)}</small>;
}

/** Behind a rating that rests on few matches. */
export function Provisional({ is }: { is: boolean }) {
  return is ? (
    <>
      <span aria-hidden="true" class="provisional" title={t("provisional")}>
        ?
      </span>
      <span class="sr">, {t("provisional")}</span>
    </>
  ) : null;
}

interface PersonRowProps {
  person: { id: string; name: string; kind: Kind };
  /** What can be done, or what is to be said, at the end of the row. */
  children?: ComponentChildren;
}

export function PersonRow({ person, children }: PersonRowProps) {
  return (
    <li class="person">
      <Face {...person} />
      <a class="person-name" href={`/p/${person.id}`} data-testid="person">
        <span>{person.name}</span>
        <KindMark kind={person.kind} />
      </a>
      {children && <span class="acts">{children}</span>}
    </li>
  );
}

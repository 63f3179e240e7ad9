/** The matches somebody has played, the latest first. */
import { recordPath } from "../api";
import { historyOf, type Played, type PlayedBy } from "../api/people";
import { useDeed } from "../ask";
import { Problem } from "../form";
import { changeWords, momentWords } from "../format";
import { t } from "../i18n";
import { Icon } from "../icons";

function Opponent({ by, mine }: { by: PlayedBy; mine: boolean }) {
  const { id, name, bot, points } = by;
  return (
    <span>
      {mine ? <b>{name}</b> : id ? <a href={`/p/${id}`}>{name}</a> : <span>{name}</span>}
      {bot && <small class="kind bot">{t("kind-bot")}</small>}
      <small class="hint">
        {points}
        <span class="sr"> {t("penalty")}</span>
      </small>
    </span>
  );
}

function Change({ change }: { change: number | null }) {
  if (change === null) return null;
  const way = change > 0 ? "up" : change < 0 ? "down" : "";
  return (
    <span class={`change ${way}`}>
      <span class="sr">{t("rating-change")}: </span>
      {changeWords(change)}
    </span>
  );
}

function Match({ match, person }: { match: Played; person: string }) {
  const { table, players, limit, rated, change } = match;
  const place = players.find(({ id }) => id === person)?.place;
  const when = momentWords(match.ended);
  return (
    <li class="past" data-testid="played" data-table={table}>
      {place !== undefined && (
        <span class={`placed ${place === 1 ? "first" : ""}`}>
          <span class="sr">{t("place-of", { place, n: players.length })}</span>
          <span aria-hidden="true">{place}.</span>
        </span>
      )}
      <p class="with">
        {players
          .toSorted((a, b) => a.place - b.place)
          .map((by, i) => (
            <Opponent key={i} by={by} mine={by.id === person} />
          ))}
      </p>
      <Change change={change} />
      <p class="about">
        <span>{when}</span>
        <span>{t("to-points", { n: limit })}</span>
        {rated && <span>{t("rated")}</span>}
        <a href={`/fair/${table}`} aria-label={`${t("fair")}, ${when}`}>
          {t("fair")}
        </a>
        <a href={recordPath(table)} download={`istaka-${table}.txt`} aria-label={`${t("record")}, ${when}`}>
          <Icon name="down" />
          {t("record")}
        </a>
      </p>
    </li>
  );
}

interface MatchesProps {
  person: string;
  matches: readonly Played[];
  more: boolean;
  onMore: (matches: Played[], more: boolean) => void;
}

export function Matches({ person, matches, more, onMore }: MatchesProps) {
  const deed = useDeed();
  if (matches.length === 0) return <p class="hint">{t("history-none")}</p>;
  const older = async () => {
    const next = await historyOf(person, matches.at(-1)?.ended ?? 0);
    onMore([...matches, ...next.matches], next.more);
  };
  return (
    <>
      <ol class="history">
        {matches.map((match) => (
          <Match key={match.table} match={match} person={person} />
        ))}
      </ol>
      <Problem words={deed.problem} />
      {more && (
        <button
          type="button"
          class="quiet"
          data-testid="older"
          disabled={deed.busy}
          onClick={() => void deed.run(older)}
        >
          <Icon name="more" />
          {t("older")}
        </button>
      )}
    </>
  );
}

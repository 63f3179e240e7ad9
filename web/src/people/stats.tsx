/** What came of many matches, drawn as bars that are read at a glance and said as numbers. */
import { useState } from "preact/hooks";
import type { PlacedRating, Played, Stats } from "../api/people";
import { Choice } from "../choice";
import { decimalWords, percentWords } from "../format";
import { t } from "../i18n";
import { Provisional } from "../person";

interface BarProps {
  id: string;
  /** Parts of a whole, 0..1. */
  share: number;
  /** The share that chance alone would give. */
  chance?: number;
  detail: string;
}

function Bar({ id, share, chance, detail }: BarProps) {
  return (
    <div class="stat" data-testid={`stat-${id}`}>
      <dt>{t(`stat-${id}`)}</dt>
      <dd>
        <b>{percentWords(share)}</b> <small>{detail}</small>
        <span class="gauge" aria-hidden="true">
          <i style={{ width: `${100 * share}%` }} />
          {chance !== undefined && <s style={{ left: `${100 * chance}%` }} />}
        </span>
      </dd>
    </div>
  );
}

const of = (part: number, whole: number) => (whole ? part / whole : 0);
const count = (part: number, whole: number) => t("stat-of", { part, whole });

function Bars({ stats }: { stats: Stats }) {
  const { players, matches, won, rounds, rounds_won, pairs, wilds, bonuses, points } = stats;
  const chance = 1 / players;
  return (
    <dl class="stats">
      <Bar id="won" share={of(won, matches)} chance={chance} detail={count(won, matches)} />
      <Bar id="rounds" share={of(rounds_won, rounds)} chance={chance} detail={count(rounds_won, rounds)} />
      <Bar id="pairs" share={of(pairs, rounds_won)} detail={count(pairs, rounds_won)} />
      <Bar id="wilds" share={of(wilds, rounds_won)} detail={count(wilds, rounds_won)} />
      <div class="stat bare" data-testid="stat-points">
        <dt>{t("stat-points")}</dt>
        <dd>
          <b>{decimalWords(of(points, rounds))}</b> <small>{t("stat-points-less")}</small>
        </dd>
      </div>
      <div class="stat bare" data-testid="stat-bonuses">
        <dt>{t("stat-bonuses")}</dt>
        <dd>
          <b>{bonuses}</b> <small>{t("stat-bonuses-in", { n: rounds })}</small>
        </dd>
      </div>
    </dl>
  );
}

/** One number of players at a time, the one that was played most first. */
export function Statistics({ stats }: { stats: readonly Stats[] }) {
  const played = stats.filter(({ matches }) => matches > 0);
  const most = played.toSorted((a, b) => b.matches - a.matches)[0];
  const [players, setPlayers] = useState(most?.players);
  const shown = played.find((one) => one.players === players) ?? most;
  if (!shown) return <p class="hint">{t("stats-none")}</p>;
  return (
    <>
      {played.length > 1 && (
        <Choice
          label={t("players")}
          name="stats"
          value={shown.players}
          options={played.map((one) => ({ value: one.players, label: String(one.players) }))}
          onChange={setPlayers}
        />
      )}
      <Bars stats={shown} />
    </>
  );
}

const LINE = { width: 120, height: 30, least: 3 };

/** The rating after each of the matches, the oldest first: from now back by every change. */
function course(rating: number, matches: readonly Played[]): number[] {
  const values = [rating];
  for (const { change } of matches) values.push((values.at(-1) ?? rating) - (change ?? 0));
  return values.reverse();
}

/** How a rating went over the latest matches, as a line without numbers. */
function Course({ rating, matches }: { rating: number; matches: readonly Played[] }) {
  if (matches.length < LINE.least) return null;
  const values = course(rating, matches);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (i: number) => 2 + (i * (LINE.width - 4)) / (values.length - 1);
  const y = (value: number) => 3 + ((high - value) * (LINE.height - 6)) / (high - low || 1);
  const points = values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`);
  const last = values.length - 1;
  return (
    <svg class="course" viewBox={`0 0 ${LINE.width} ${LINE.height}`} aria-hidden="true" focusable="false">
      <polyline points={points.join(" ")} />
      <circle cx={x(last)} cy={y(values[last] ?? 0)} r="2.600" />
    </svg>
  );
}

interface RatingsProps {
  ratings: readonly PlacedRating[];
  matches: readonly Played[];
}

export function Ratings({ ratings, matches }: RatingsProps) {
  if (ratings.length === 0) return <p class="hint">{t("ratings-none")}</p>;
  return (
    <ul class="ratings" role="list">
      {ratings.map(({ players, rating, provisional, games, place }) => (
        <li key={players} data-testid={`rating-${players}`}>
          <a href={`/leaders/${players}`}>{t("of-players", { n: players })}</a>
          <b>
            {rating}
            <Provisional is={provisional} />
          </b>
          <small>{t("rated-matches", { n: games })}</small>
          {place !== null && <small>{t("place-n", { n: place })}</small>}
          <Course
            rating={rating}
            matches={matches.filter((match) => match.change !== null && match.players.length === players)}
          />
        </li>
      ))}
    </ul>
  );
}

/** The numbered rules with pictures; the words are in `rules.<language>.ftl`. */
import { t } from "../i18n";
import { Icon } from "../icons";
import { Page } from "../layout";
import { laidOut, TileRow } from "../tile-row";

/** One picture: groups of tiles beside each other, and whether they are a good or a bad example. */
interface Picture {
  groups: readonly string[];
  bad?: true;
}

interface Rule {
  number: string;
  pictures?: readonly Picture[];
}

interface Chapter {
  number: number;
  rules: readonly Rule[];
}

/** In all pictures the indicator is red 3, so the wild is red 4. */
const WILD = "R4";

const CHAPTERS: readonly Chapter[] = [
  { number: 1, rules: [{ number: "1", pictures: [{ groups: ["R7 Y7 B7 K7", "S"] }] }] },
  { number: 2, rules: [{ number: "2" }] },
  { number: 3, rules: [{ number: "3.1" }, { number: "3.2" }, { number: "3.3" }, { number: "3.4" }] },
  {
    number: 4,
    rules: [{ number: "4.1", pictures: [{ groups: ["R3"] }] }, { number: "4.2" }, { number: "4.3" }],
  },
  {
    number: 5,
    rules: [
      { number: "5.1", pictures: [{ groups: ["R3", "J"] }] },
      { number: "5.2", pictures: [{ groups: ["B8 J B10"] }, { groups: ["Y12 K12 J"] }] },
      { number: "5.3", pictures: [{ groups: ["S"] }, { groups: ["R3 S R5"] }] },
    ],
  },
  {
    number: 6,
    rules: [
      {
        number: "6.1",
        pictures: [
          { groups: ["R9 B9 K9"] },
          { groups: ["R9 Y9 B9 K9"] },
          { groups: ["R9 R9 K9"], bad: true },
        ],
      },
      {
        number: "6.2",
        pictures: [
          { groups: ["B5 B6 B7"] },
          { groups: ["K12 K13 K1"] },
          { groups: ["K13 K1 K2"], bad: true },
        ],
      },
      { number: "6.3", pictures: [{ groups: ["R7 J J"] }] },
      {
        number: "6.4",
        pictures: [
          { groups: ["B5 B5"] },
          { groups: ["S S"] },
          { groups: ["S J"] },
          { groups: ["K9 J"] },
          { groups: ["J J"] },
        ],
      },
    ],
  },
  { number: 7, rules: ["7.1", "7.2", "7.3", "7.4"].map((number) => ({ number })) },
  {
    number: 8,
    rules: [
      {
        number: "8.1",
        pictures: [{ groups: ["B5 B6 B7", "R9 B9 K9", "K10 K11 K12 K13 K1", "Y2 Y3 J", "Y13"] }],
      },
      {
        number: "8.2",
        pictures: [{ groups: ["R1 R1", "Y3 Y3", "B5 B5", "K7 K7", "S S", "R9 R9", "K11 J", "B2"] }],
      },
      { number: "8.3" },
      { number: "8.4" },
      { number: "8.5" },
    ],
  },
  { number: 9, rules: [{ number: "9" }] },
  { number: 10, rules: [{ number: "10" }, { number: "10.1" }, { number: "10.2" }, { number: "10.3" }] },
  { number: 11, rules: [{ number: "11.1" }, { number: "11.2" }] },
  { number: 12, rules: [{ number: "12.1" }, { number: "12.2" }] },
];

const idOf = (number: string) => number.replace(".", "-");

function Example({ groups, bad = false }: { groups: readonly string[]; bad?: boolean }) {
  return (
    <span class={`example ${bad ? "bad" : ""}`}>
      {groups.map((group) => (
        <TileRow key={group} class="group" tiles={laidOut(group.split(" "))} wild={WILD} />
      ))}
      {bad && (
        <span class="cross">
          <Icon name="close" />
          <span class="sr">{t("rules-wrong")}</span>
        </span>
      )}
    </span>
  );
}

function Points() {
  const rows = ["melds", "pairs", "wild", "stalemate"] as const;
  return (
    <table class="points-table">
      <thead>
        <tr>
          <th scope="col">{t("rules-points-end")}</th>
          <th scope="col">{t("rules-points-each")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row}>
            <th scope="row">{t(`rules-points-${row}`)}</th>
            <td>{t(`rules-pays-${row}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function RuleItem({ number, pictures = [] }: Rule) {
  return (
    <li id={`r${idOf(number)}`}>
      <a class="number" href={`#r${idOf(number)}`}>
        {number}
      </a>
      <div>
        <p>{t(`rule-${idOf(number)}`)}</p>
        {number === "10" && <Points />}
        {pictures.length > 0 && (
          <p class="examples">
            {pictures.map(({ groups, bad }) => (
              <Example key={groups.join()} groups={groups} bad={bad ?? false} />
            ))}
          </p>
        )}
      </div>
    </li>
  );
}

export default function RulesPage() {
  return (
    <Page>
      <main class="prose">
        <h1>{t("rules-title")}</h1>
        <p class="lead">{t("rules-lead")}</p>
        {CHAPTERS.map(({ number, rules }) => (
          <section key={number}>
            <h2>{t(`chapter-${number}`)}</h2>
            <ul class="rules" role="list">
              {rules.map((rule) => (
                <RuleItem key={rule.number} {...rule} />
              ))}
            </ul>
          </section>
        ))}
      </main>
    </Page>
  );
}

/** Line icons, drawn in the colour of the text. */
const PATHS = {
  menu: "M4 6h16M4 12h16M4 18h16",
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  runs: "M3 8h4v8H3zM10 8h4v8h-4zM17 8h4v8h-4z",
  sets: "M4 14h4v6H4zM10 9h4v6h-4zM16 4h4v6h-4z",
  pairs: "M3 8h4v8H3zM7 8h4v8H7zM14 8h4v8h-4zM18 8h3v8h-3z",
  close: "M6 6l12 12M18 6 6 18",
  check: "M5 12.500 10 17.500 19.500 7",
  alert: "M12 8v5M12 16.500v.5M12 3 2.500 20h19z",
  away: "M12 3v4M6 7h12v11H6zM9.500 12v.5M14.500 12v.5M9 22h6",
  gone: "M12 4a8 8 0 1 0 0 16 8 8 0 1 0 0-16M6.500 6.500l11 11",
  down: "M12 4v11M7 11l5 5 5-5M5 20h14",
  more: "M6 9.500l6 6 6-6",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 1 0 0-16M12 8v4.500l3 2",
  settings: "M4 7h9M17 7h3M15 4.500v5M4 17h3M11 17h9M9 14.500v5",
  play: "M8 5.500v13L19 12z",
  lobby: "M12 7a5 5 0 1 0 0 10 5 5 0 1 0 0-10M9.500 3h5M9.500 21h5M3 9.500v5M21 9.500v5",
  leaders: "M8 4h8v6a4 4 0 0 1-8 0zM8 6H4a4 4 0 0 0 4 5M16 6h4a4 4 0 0 1-4 5M12 14v4M8.500 20h7",
  friends:
    "M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 1 0 0 7M2.500 20a6.500 6.500 0 0 1 13 0M16 4.300a3.500 3.500 0 0 1 0 6.400M18 14.200a6.500 6.500 0 0 1 3.500 5.800",
  talk: "M4 5h16v11H11l-5 4v-4H4z",
  send: "M4 12 20 4l-5 16-3.500-6.500z",
  eye: "M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 1 0 0-5",
  pile: "M4 9h9v11H4zM8 9V4h9v11h-4",
  link: "M10 14a4 4 0 0 0 5.700 0l3.500-3.500a4 4 0 0 0-5.700-5.700L12 6.300M14 10a4 4 0 0 0-5.700 0l-3.500 3.500a4 4 0 0 0 5.700 5.700L12 17.700",
  share: "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
  plus: "M12 5v14M5 12h14",
  me: "M12 12a4 4 0 1 0 0-8 4 4 0 1 0 0 8M4.500 20.500a7.500 7.500 0 0 1 15 0",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

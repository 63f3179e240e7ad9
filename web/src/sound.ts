/** A few sounds made on the spot: a tile on wood, a knock, a chime. Silent before the first gesture. */
import { settings } from "./settings";

let context: AudioContext | null = null;

addEventListener(
  "pointerdown",
  () => {
    context ??= typeof AudioContext === "undefined" ? null : new AudioContext();
  },
  { once: true },
);

function tone(frequency: number, start: number, length: number, volume: number, type: OscillatorType): void {
  if (!context) return;
  const at = context.currentTime + start;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(frequency, at);
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}

const SOUNDS = {
  tile: () => {
    tone(1900, 0, 0.03, 0.05, "triangle");
    tone(420, 0.004, 0.07, 0.09, "sine");
  },
  turn: () => {
    tone(660, 0, 0.16, 0.05, "sine");
    tone(990, 0.09, 0.22, 0.05, "sine");
  },
  hurry: () => tone(1250, 0, 0.06, 0.06, "square"),
  said: () => tone(880, 0, 0.07, 0.025, "sine"),
  joined: () => {
    tone(523, 0, 0.12, 0.04, "sine");
    tone(784, 0.08, 0.16, 0.04, "sine");
  },
  refused: () => tone(170, 0, 0.16, 0.09, "triangle"),
  end: () => {
    for (const [i, frequency] of [523, 659, 784, 1047].entries())
      tone(frequency, i * 0.09, 0.35, 0.05, "sine");
  },
};

export function sound(name: keyof typeof SOUNDS): void {
  if (settings.value.sound && context?.state === "running" && !document.hidden) SOUNDS[name]();
}

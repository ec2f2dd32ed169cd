/** Sounds are made here, of a few tones: nothing to load, and nothing to license. Frequencies in hertz, by setting. */
const USUAL: readonly number[] = [880, 1174];
const TUNES: Readonly<Record<string, readonly number[]>> = {
  svc: USUAL,
  ding: [1568],
};
const TONE_S = 0.13;
const VOLUME = 0.12;

let context: AudioContext | undefined;

/** Plays the sound of a setting; a name that is not known gets the usual one. */
export function playSound(name: string): void {
  if (name === "none") return;
  // Browsers allow sounds only once the user has done something in the page; before that nothing is heard.
  context ??= new AudioContext();
  const { currentTime, destination } = context;
  for (const [index, frequency] of (TUNES[name] ?? USUAL).entries()) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const begin = currentTime + index * TONE_S;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(VOLUME, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + 2 * TONE_S);
    tone.connect(volume).connect(destination);
    tone.start(begin);
    tone.stop(begin + 2 * TONE_S);
  }
}

import { t, tc } from "../../language/text.ts";

/** Groups of emoji in the order in which the picker shows them. */
export const CATEGORIES = [
  t("Smileys & people"),
  t("Animals & nature"),
  t("Food & drink"),
  tc("emoji category", "Activities"),
  t("Travel & places"),
  tc("emoji category", "Objects"),
  tc("emoji category", "Symbols"),
  tc("emoji category", "Flags"),
] as const;
export type Category = (typeof CATEGORIES)[number];

const [PEOPLE, NATURE, FOOD, ACTIVITIES, TRAVEL, OBJECTS, SYMBOLS, FLAGS] = CATEGORIES;

/** Ranges of first code points, as Unicode's blocks and their history left them. The first that fits counts. */
const RANGES: readonly (readonly [Category, string])[] = [
  [FLAGS, "1f1e6-1f1ff 1f3f3-1f3f4 1f3c1 1f6a9 1f38c"],
  [
    PEOPLE,
    "1f600-1f64f 1f910-1f93a 1f90c 1f90f 1f93c-1f93e 1f970-1f97a 1f9b0-1f9bb 1f9cd-1f9df 1f440 1f442-1f450 1f464-1f483 1f485-1f487 1f48b 1f48f 1f491 1f4a9-1f4aa 1f574-1f575 1f57a 1f590 1f595-1f596 1f5e3 1fae0-1faef 1faf0-1faff 1fac2-1fac5 261d 2620 2639-263a 270a-270d 1f385 1f3c2-1f3c4 1f3c7 1f3ca-1f3cc 1f6a3 1f6b4-1f6b6 1f6c0 1f6cc 26f7 26f9",
  ],
  [
    NATURE,
    "1f400-1f43f 1f330-1f335 1f337-1f33c 1f33e-1f344 1f980-1f9ae 1fab0-1fabf 1face-1facf 1f577-1f578 1f54a 1f490 1f4ab 1f4a5-1f4a8 1f525 1f300 1f308 1f30a 1f311-1f321 1f324-1f32c 2600-2604 2614 2618 26a1 26c4-26c5 26c8 2728 2744 2b50 1f384 1f38b 1f38d",
  ],
  [FOOD, "1f32d-1f32f 1f336 1f33d 1f345-1f37f 1f942-1f944 1f950-1f96f 1f9c0-1f9cb 1fad0-1fadf 2615 1f382"],
  [
    ACTIVITIES,
    "1f380-1f3c0 1f3c5-1f3d3 1f3f8-1f3f9 1f93f 1f941 1f945-1f94f 26bd-26be 26f3 26f8 1f52e 1f579 1f9e7-1f9e9 1f9f8 1fa70 1fa80-1fa87 1f004 1f0cf",
  ],
  [
    TRAVEL,
    "1f680-1f6ff 1f3d4-1f3f0 1f301-1f309 1f30b-1f310 1f5fa-1f5ff 1f54b-1f54d 26e9-26ea 26f0-26f5 26fa 26fd 2693 2708 1f492 1f4ba 1f6eb-1f6ec 1f9ed 1fa82",
  ],
  [
    OBJECTS,
    "1f3f7 1f3fa 1f451-1f463 1f484 1f488-1f48a 1f48c-1f48e 1f4a1 1f4a3 1f4b0-1f4f3 1f4f7-1f4ff 1f507-1f517 1f526-1f52d 1f549-1f549 1f56f-1f570 1f576 1f57b-1f58d 1f5a5-1f5e1 1f5ef-1f5f3 1f97b-1f97f 1f9af 1f9e2-1f9ff 1fa71-1faaf 231a-231b 2328 23f0-23f3 260e 2692 2694 2696-2699 26b0-26b1 26cf 26d1 26d3 2702 2709 270f 2712 1f50b-1f510",
  ],
];

const PARSED = RANGES.flatMap(([category, text]) =>
  text.split(" ").map((range) => {
    const [from = 0, to = from] = range.split("-").map((point) => Number.parseInt(point, 16));
    return { category, from, to };
  }),
);

const placeOf = (code: string): number => {
  const point = Number.parseInt(code, 16);
  return PARSED.findIndex(({ from, to }) => point >= from && point <= to);
};

export const categoryOf = (code: string): Category => PARSED[placeOf(code)]?.category ?? SYMBOLS;

/** Ranges in their order above, and within them by number: neighbours in Unicode are alike. */
export const byPlace = (a: string, b: string): number =>
  placeOf(a) - placeOf(b) || Number.parseInt(a, 16) - Number.parseInt(b, 16);

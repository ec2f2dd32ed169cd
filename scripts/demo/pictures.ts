import sharp from "sharp";

/** The files that people share. They are drawn here, so that no one else owns rights to them. */
export async function demoFile(name: string): Promise<{ data: Buffer; type: string }> {
  const table = TABLES[name];
  if (table !== undefined) return { data: Buffer.from(table()), type: "text/csv" };
  const draw = DRAWINGS[name];
  if (draw === undefined) throw new Error(`there is no demonstration file ${name}`);
  return { data: await sharp(Buffer.from(draw())).png().toBuffer(), type: "image/png" };
}

const svg = (width: number, height: number, inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`;

const steps = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const DRAWINGS: Readonly<Record<string, () => string>> = {
  "sunset.png": () =>
    svg(
      960,
      540,
      `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2b3a67"/>
       <stop offset="0.6" stop-color="#e98a5b"/><stop offset="1" stop-color="#f7d08a"/></linearGradient></defs>
       <rect width="960" height="540" fill="url(#sky)"/><circle cx="640" cy="360" r="58" fill="#fff1c9"/>
       <path d="M0 400 L120 350 L220 396 L360 330 L520 402 L700 372 L960 410 L960 540 L0 540 Z" fill="#2c2233"/>
       ${steps(9)
         .map((n) => `<rect x="${40 + n * 104}" y="${430 - (n % 3) * 26}" width="58" height="110" fill="#1c1622"/>`)
         .join("")}`,
    ),
  "cat.png": () =>
    svg(
      640,
      420,
      `<rect width="640" height="420" fill="#f3ead8"/>
       ${steps(36)
         .map(
           (n) =>
             `<rect x="${70 + (n % 12) * 42}" y="${270 + Math.floor(n / 12) * 40}" width="36" height="32" rx="6" fill="#4a5568"/>`,
         )
         .join("")}
       <ellipse cx="320" cy="230" rx="150" ry="82" fill="#d98f4e"/><circle cx="450" cy="180" r="56" fill="#d98f4e"/>
       <path d="M410 145 L420 96 L444 132 Z M462 130 L490 98 L492 148 Z" fill="#c47a3a"/>
       <path d="M178 220 C90 200 110 120 150 130" stroke="#d98f4e" stroke-width="22" fill="none" stroke-linecap="round"/>
       <path d="M430 180 q8 8 16 0 M462 180 q8 8 16 0" stroke="#3b2a1a" stroke-width="4" fill="none"/>`,
    ),
  "enclosure.png": () =>
    svg(
      900,
      360,
      `<rect width="900" height="360" fill="#ffffff"/>
       ${steps(3)
         .map(
           (n) => `<g transform="translate(${60 + n * 290} 40)" fill="none" stroke="#37474f" stroke-width="3">
             <rect x="40" y="20" width="120" height="170" rx="${12 + n * 22}"/><circle cx="100" cy="62" r="11"/>
             <path d="M86 190 L86 ${250 + n * 12} L100 ${276 + n * 12} L114 ${250 + n * 12} L114 190"/>
             <path d="M170 20 L196 20 M170 190 L196 190 M184 20 L184 190" stroke-width="1"/></g>`,
         )
         .join("")}`,
    ),
  "icons.png": () =>
    svg(
      480,
      160,
      `<rect width="480" height="160" fill="#f5f7f5"/><g fill="none" stroke="#2f6b45" stroke-width="7" stroke-linecap="round">
       <path d="M80 40 C60 76 58 116 80 118 C102 116 100 76 80 40 Z"/>
       <path d="M206 118 C206 80 240 50 280 44 C282 88 250 118 206 118 Z M206 118 L252 76"/>
       <path d="M400 44 L400 118 M366 62 L434 100 M434 62 L366 100"/></g>`,
    ),
  "forecast.png": () => {
    const line = (phase: number) =>
      steps(61)
        .map((n) => `${60 + n * 13},${210 - 62 * Math.sin(n / 9 + phase) - n * 0.8}`)
        .join(" ");
    return svg(
      900,
      360,
      `<rect width="900" height="360" fill="#fbfdfb"/><path d="M60 30 L60 310 L860 310" stroke="#9aa79e" fill="none"/>
       ${steps(5)
         .map((n) => `<path d="M60 ${60 + n * 56} L860 ${60 + n * 56}" stroke="#e4ebe6"/>`)
         .join("")}
       <polyline points="${line(0)}" fill="none" stroke="#2f7d4f" stroke-width="4"/>
       <polyline points="${line(0.22)}" fill="none" stroke="#e0873a" stroke-width="3" stroke-dasharray="9 7"/>`,
    );
  },
  "ship_it.png": () =>
    svg(
      128,
      128,
      `<path d="M12 78 L116 78 L98 112 L30 112 Z" fill="#8a5a34"/><rect x="60" y="14" width="7" height="62" fill="#5d3c22"/>
       <path d="M70 18 L108 64 L70 64 Z M56 26 L24 64 L56 64 Z" fill="#4d9c6b"/>`,
    ),
};

const TABLES: Readonly<Record<string, () => string>> = {
  "serials.csv": () =>
    [
      "serial,model,tested",
      ...steps(40).map((n) => `SP2-${10_400 + n * 7},Sprig 2,${n % 13 === 5 ? "retest" : "ok"}`),
    ].join("\n"),
  "rows.csv": () =>
    [
      "row,week,water_l_m2",
      ...steps(24).map(
        (n) => `${n % 2 === 0 ? "sprig" : "control"},${1 + Math.floor(n / 2)},${15 + (n % 2) * 7 + (n % 5)}`,
      ),
    ].join("\n"),
};

/**
 * The look of all pages that the server itself renders: that of the client's own page for logging in, with the names and
 * values of its tokens (web/style/tokens.css). Its hash is in their policy, so nothing else can be a style.
 */
export const STYLE = `
:root {
  --back: light-dark(#ffffff, #17181a);
  --side: light-dark(#f7f7f5, #1d1e21);
  --raised: light-dark(#ffffff, #232428);
  --line: light-dark(#e5e5e1, #2e2f34);
  --text: light-dark(#1c1c20, #ececef);
  --text-soft: light-dark(#5c5c62, #b0b1b8);
  --accent: light-dark(#4353c9, #9fa8ff);
  --on-accent: light-dark(#ffffff, #15172b);
  --urgent: light-dark(#b93a08, #ff9c70);
  --field-line: light-dark(#8a8a85, #6d6e75);
  --radius: 8px;
  --small: 13px;
  --sans:
    Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif, "Apple Color Emoji",
    "Segoe UI Emoji", "Noto Color Emoji";
  color-scheme: light dark;
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px;
  background: var(--side); color: var(--text); font: 0.9375rem/22px var(--sans); overflow-wrap: anywhere;
}
main {
  display: grid; gap: 14px; width: min(380px, 100%); padding: 32px; background: var(--raised);
  border: 1px solid var(--line); border-radius: 16px;
}
header { display: flex; align-items: center; gap: 12px; font-weight: 600; }
.mark {
  flex: none; width: 44px; height: 44px; border-radius: 12px; display: grid; place-items: center;
  background: var(--accent); color: var(--on-accent); font-size: 21px; font-weight: 700;
}
img.mark { background: none; object-fit: cover; }
h1 { margin: 0; font-size: 1.35rem; font-weight: 650; line-height: 1.3; }
p { margin: 0; }
a { color: var(--accent); }
.description { color: var(--text-soft); }
.description > * { margin: 0 0 8px; }
.description > :last-child { margin-bottom: 0; }
.description img { max-width: 100%; }
form { display: grid; gap: 14px; }
.field { display: grid; gap: 4px; }
label { font-size: var(--small); font-weight: 600; }
input {
  width: 100%; height: 40px; padding: 0 12px; font: inherit; font-size: 1rem; color: inherit; background: var(--back);
  border: 1px solid var(--field-line); border-radius: var(--radius);
}
input[readonly] { background: var(--side); border-color: var(--line); color: var(--text-soft); }
input[aria-invalid] { border-color: var(--urgent); }
.check { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
.check input { width: 16px; height: 16px; margin: 0; flex: none; accent-color: var(--accent); }
.check label { flex: 1; font-weight: 400; }
.check .error { flex-basis: 100%; }
.hint, .error, .also { font-size: var(--small); line-height: 1.4; color: var(--text-soft); }
.error, .alert { color: var(--urgent); }
button, .button {
  display: grid; width: 100%; min-height: 42px; padding: 6px 15px; border: 0; border-radius: var(--radius);
  cursor: pointer; place-items: center; background: var(--accent); color: var(--on-accent); font: inherit;
  font-weight: 600; text-align: center; text-decoration: none;
}
button:hover, .button:hover { filter: brightness(0.94); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.also { padding-top: 14px; border-top: 1px solid var(--line); }
.qr-code { display: block; width: min(220px, 100%); margin: 0 auto; }
pre { padding: 10px 12px; border: 1px solid var(--line); border-radius: var(--radius); white-space: pre-wrap; }
@media (max-width: 30rem) {
  body { place-items: start center; padding: 0; background: var(--raised); }
  main { border: 0; border-radius: 0; padding: 28px 20px; }
}
`;

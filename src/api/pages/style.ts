/** The look of all pages that the server itself renders. Its hash is in their policy, so nothing else can be a style. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f7f7f5; --card: #ffffff; --line: #e7e6e3; --edge: #8b8a86; --text: #1f1f21; --soft: #62626a;
  --accent: #4353c8; --on-accent: #ffffff; --bad: #b3261e; --bad-ground: #fdf0ee;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #17181a; --card: #1d1e21; --line: #2b2d31; --edge: #74767d; --text: #e9e9eb; --soft: #a3a4ab;
    --accent: #98a4ff; --on-accent: #17181a; --bad: #ff9d92; --bad-ground: #35211f;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px;
  background: var(--ground); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere;
}
main {
  width: 100%; max-width: 25rem; padding: 32px; background: var(--card);
  border: 1px solid var(--line); border-radius: 14px;
}
header { display: flex; align-items: center; gap: 10px; font-weight: 600; }
.logo {
  flex: none; width: 28px; height: 28px; border-radius: 8px; display: grid; place-items: center;
  background: var(--accent); color: var(--on-accent); font-size: 15px; font-weight: 700;
}
h1 { margin: 20px 0 8px; font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.01em; }
p { margin: 0 0 14px; }
p:last-child { margin-bottom: 0; }
a { color: var(--accent); }
form { margin-top: 20px; }
.field { margin-bottom: 18px; }
label { display: block; margin-bottom: 5px; font-size: 0.9375rem; font-weight: 600; }
input {
  width: 100%; padding: 9px 12px; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--edge); border-radius: 8px;
}
input[readonly] { background: var(--ground); border-color: var(--line); color: var(--soft); }
input[aria-invalid] { border-color: var(--bad); }
.check { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
.check input { width: 18px; height: 18px; margin: 0; flex: none; }
.check label { margin: 0; font-weight: 400; }
.check .error { flex-basis: 100%; margin: 0; }
.hint, .error { margin: 5px 0 0; font-size: 0.875rem; color: var(--soft); }
.error { color: var(--bad); }
.alert { padding: 10px 12px; border-radius: 8px; background: var(--bad-ground); color: var(--bad); }
button, .button {
  display: block; width: 100%; padding: 10px 16px; border: 0; border-radius: 8px; cursor: pointer;
  background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; text-align: center;
  text-decoration: none;
}
button:hover, .button:hover { filter: brightness(0.94); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.also { margin-top: 18px; font-size: 0.9375rem; color: var(--soft); }
@media (max-width: 30rem) {
  body { place-items: start center; padding: 0; background: var(--card); }
  main { max-width: none; border: 0; border-radius: 0; padding: 28px 20px; }
}
`;

import { until } from "../../harness/until.ts";
import type { Tab } from "./bidi.ts";

/** What people do in a tab. */
export interface Hands {
  /** Waits until a control of this name can be seen, and clicks it. */
  readonly click: (name: string) => Promise<void>;
  readonly see: (text: string) => Promise<void>;
  /** Presses keys, one by one. */
  readonly type: (text: string) => Promise<void>;
  /** By the name of the key in `KEYS`. */
  readonly press: (key: keyof typeof KEYS) => Promise<void>;
  readonly go: (fragment: string) => Promise<void>;
  /** Loads the page anew. */
  readonly reload: () => Promise<void>;
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** Files for an input. */
  readonly choose: (selector: string, files: readonly string[]) => Promise<void>;
}

/** As WebDriver encodes them. */
const KEYS = { Enter: "\uE007", Escape: "\uE00C", Tab: "\uE004", ArrowDown: "\uE015" } as const;

/** The locator `accessibility` finds nothing in some pages that were loaded again, so labels and texts are compared. */
const controlNamed = (name: string): string => `[...document.querySelectorAll("button, a, input, textarea")]
  .find((it) => it.checkVisibility() && [it.ariaLabel, it.labels?.[0]?.innerText, it.innerText]
    .some((text) => text?.trim() === ${JSON.stringify(name)})) ?? null`;

export function handsOn({ send, context }: Tab): Hands {
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = (await send("script.evaluate", {
      expression: `(async () => JSON.stringify((await (${expression})) ?? null))()`,
      target: { context },
      awaitPromise: true,
    })) as { result?: { value?: string }; exceptionDetails?: { text: string } };
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
    return JSON.parse(result?.value ?? "null");
  };
  /** The element that an expression finds, once it finds one. */
  const find = (expression: string): Promise<string | undefined> =>
    until(
      async () => {
        const { result } = await send("script.evaluate", { expression, target: { context }, awaitPromise: false });
        return (result as { readonly sharedId?: string } | undefined)?.sharedId;
      },
      (id) => id !== undefined,
    );
  const keys = (text: string) =>
    send("input.performActions", {
      context,
      actions: [
        {
          type: "key",
          id: "keyboard",
          actions: Array.from(text).flatMap((value) => [
            { type: "keyDown", value },
            { type: "keyUp", value },
          ]),
        },
      ],
    });
  return {
    evaluate,
    async click(name) {
      const element = { type: "element", element: { sharedId: await find(controlNamed(name)) } };
      await send("input.performActions", {
        context,
        actions: [
          {
            type: "pointer",
            id: "mouse",
            actions: [
              { type: "pointerMove", x: 0, y: 0, origin: element },
              { type: "pointerDown", button: 0 },
              { type: "pointerUp", button: 0 },
            ],
          },
        ],
      });
    },
    see: async (text) =>
      void (await until(
        () => evaluate(`document.body.innerText.includes(${JSON.stringify(text)})`),
        (isThere) => isThere === true,
      )),
    type: async (text) => void (await keys(text)),
    press: async (key) => void (await keys(KEYS[key])),
    go: async (fragment) => void (await evaluate(`location.hash = ${JSON.stringify(fragment)}`)),
    reload: async () => void (await send("browsingContext.reload", { context, wait: "complete" })),
    async choose(selector, files) {
      const sharedId = await find(`document.querySelector(${JSON.stringify(selector)})`);
      await send("input.setFiles", { context, element: { sharedId }, files });
    },
  };
}

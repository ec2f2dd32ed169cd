import { render } from "preact";
import { Content } from "../../feed/content.tsx";
import type { Message } from "../../state/registered.ts";
import type { Frame } from "./document.ts";

/** Prints messages: they are in the document while the browser prints, in place of all else (style/print.css). */
export function printMessages(messages: readonly Message[], frame: Frame): void {
  const root = document.createElement("section");
  root.className = "printed";
  root.ariaLabel = frame.title;
  document.body.append(root);
  render(<Printed messages={messages} frame={frame} />, root);
  const end = () => {
    render(null, root);
    root.remove();
  };
  addEventListener("afterprint", end, { once: true });
  // After the dialog that asked for it has closed.
  setTimeout(() => window.print());
}

function Printed({ messages, frame }: { readonly messages: readonly Message[]; readonly frame: Frame }) {
  return (
    <>
      <h1>{frame.title}</h1>
      {messages.map((message) => (
        <article key={message.id}>
          <p>
            <b>{message.sender_full_name}</b> {frame.timeOf(message.timestamp)}
            {frame.placeOf !== undefined && ` · ${frame.placeOf(message)}`}
          </p>
          <Content html={message.content} />
        </article>
      ))}
    </>
  );
}

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { t } from "../../language/text.ts";
import { Icon } from "../../ui/icon.tsx";
import { PAGE_ICONS } from "../icons.ts";
import { moved } from "./order.ts";

interface OrderedListProps {
  readonly label: string;
  readonly items: readonly { readonly id: number; readonly name: string }[];
  /** Gets the new order when it is final. */
  readonly onOrder: (ids: readonly number[]) => void;
  readonly children: (id: number) => ComponentChildren;
}

/** A list whose order people change: by dragging the handle, or by the arrow keys on it. */
export function OrderedList({ label, items, onOrder, children }: OrderedListProps) {
  const list = useRef<HTMLUListElement>(null);
  /** The order while something is dragged. */
  const dragged = useSignal<{ readonly id: number; readonly ids: readonly number[] } | undefined>(undefined);
  const announced = useSignal("");
  const ids = dragged.value?.ids ?? items.map(({ id }) => id);
  const names = new Map(items.map(({ id, name }) => [id, name]));
  const onPointerMove = (event: PointerEvent) => {
    if (dragged.value === undefined) return;
    const { id, ids: order } = dragged.value;
    const place = placeAt(list.current as HTMLUListElement, event.clientY);
    dragged.value = { id, ids: moved(order, order.indexOf(id), place) };
  };
  const drop = () => {
    if (dragged.value === undefined) return;
    const { ids: order } = dragged.value;
    dragged.value = undefined;
    if (order.some((id, index) => id !== items[index]?.id)) onOrder(order);
  };
  const onKeyDown = (event: KeyboardEvent, id: number) => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const order = moved(ids, ids.indexOf(id), ids.indexOf(id) + step);
    if (order === ids) return;
    announced.value = t("{name} is at place {place} of {count}.", {
      name: names.get(id) ?? "",
      place: order.indexOf(id) + 1,
      count: order.length,
    });
    onOrder(order);
  };
  return (
    <>
      <ul class="rows ordered" aria-label={label} ref={list}>
        {ids.map((id) => (
          <li key={id} class={dragged.value?.id === id ? "dragged" : ""}>
            <div class="row-line">
              <button
                type="button"
                class="icon-button handle"
                aria-label={t("Move {name} with the arrow keys or by dragging", { name: names.get(id) ?? "" })}
                title={t("Drag, or use the arrow keys")}
                onKeyDown={(event) => onKeyDown(event, id)}
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId);
                  dragged.value = { id, ids };
                }}
                onPointerMove={onPointerMove}
                onPointerUp={drop}
                onPointerCancel={() => (dragged.value = undefined)}
              >
                <Icon name={PAGE_ICONS.grip} />
              </button>
              {children(id)}
            </div>
          </li>
        ))}
      </ul>
      <p class="visually-hidden" role="status">
        {announced.value}
      </p>
    </>
  );
}

/** The place in the list where something at this height would be. */
function placeAt(list: HTMLUListElement, y: number): number {
  const rows = [...list.children].map((row) => row.getBoundingClientRect());
  const below = rows.findIndex(({ bottom }) => y < bottom);
  return below < 0 ? rows.length - 1 : below;
}

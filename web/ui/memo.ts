import { Component, type ComponentChild, createElement, type FunctionComponent } from "preact";

/** A component that is drawn again only when one of its properties is another one. */
export function memo<Props extends object>(draw: (props: Props) => ComponentChild): FunctionComponent<Props> {
  class Memo extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      const names = Object.keys(next) as (keyof Props)[];
      return names.some((name) => next[name] !== this.props[name]) || names.length !== Object.keys(this.props).length;
    }
    override render(): ComponentChild {
      return createElement(draw as FunctionComponent<Props>, this.props);
    }
  }
  return Memo as unknown as FunctionComponent<Props>;
}

import { lazily } from "../../ui/lazily.tsx";

/** Polls and the like are rare, so their code comes when the first one is shown. */
export const WidgetHost = lazily(
  () => import("#web/feed/widgets/widget.tsx").then(({ Widget }) => Widget),
  <p class="widget" aria-busy="true" />,
);

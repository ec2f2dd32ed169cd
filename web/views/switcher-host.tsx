import { lazily } from "../ui/lazily.tsx";
import { isSwitcherOpen } from "../ui/switcher.ts";

const Switcher = lazily(() => import("#web/views/switcher.tsx").then((part) => part.Switcher));

export const SwitcherHost = () =>
  isSwitcherOpen.value ? <Switcher onClose={() => (isSwitcherOpen.value = false)} /> : null;

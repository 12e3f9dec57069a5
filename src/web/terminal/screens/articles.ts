import { startPrefetching } from "../../offline/sync/prefetch.ts";
import type { Screen } from "../../router/lazy-screens.ts";
import { AddCodeScreen } from "../articles/add-code.tsx";
import { ArticleScreen, PhotoScreen } from "../articles/article.tsx";
import { DisposeScreen } from "../articles/dispose.tsx";
import { FindScreen } from "../articles/find.tsx";
import { LocationScreen } from "../articles/location.tsx";
import { MoveScreen } from "../articles/move.tsx";
import { RefillScreen } from "../articles/refill.tsx";
import { CustodyActionScreen } from "../custody/custody-action.tsx";
import { PrintLocationScreen, PrintScreen } from "../printing/print.tsx";
import { MineScreen, MyDisposalsScreen, MyProposalsScreen, MyTransfersScreen } from "../requests/mine.tsx";
import { ProposeScreen } from "../requests/propose.tsx";

/** Screens for articles and requests. */
export const SCREENS: readonly Screen[] = [
  { path: "/find", show: FindScreen, tab: "find" },
  { path: "/article/:id", show: ArticleScreen, tab: "find" },
  { path: "/code/:code", show: AddCodeScreen, tab: "find" },
  { path: "/article/:id/move", show: MoveScreen, tab: "find" },
  { path: "/article/:id/custody", show: CustodyActionScreen, tab: "find" },
  { path: "/article/:id/dispose", show: DisposeScreen, tab: "find" },
  { path: "/article/:id/print", show: PrintScreen, tab: "find" },
  { path: "/photo/:id", show: PhotoScreen, tab: "find" },
  { path: "/location/:id", show: LocationScreen, tab: "find" },
  { path: "/location/:id/print", show: PrintLocationScreen, tab: "find" },
  { path: "/location/:id/refill", show: RefillScreen, tab: "find" },
  { path: "/mine", show: MineScreen, tab: "mine" },
  { path: "/mine/transfers", show: MyTransfersScreen, tab: "mine" },
  { path: "/mine/disposals", show: MyDisposalsScreen, tab: "mine" },
  { path: "/mine/proposals", show: MyProposalsScreen, tab: "mine" },
  { path: "/propose", show: ProposeScreen, tab: "mine" },
  { path: "/propose/:serial", show: ProposeScreen, tab: "mine" },
];

// The options of their forms are prefetched too.
startPrefetching();

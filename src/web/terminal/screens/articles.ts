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
  { path: "/find", needs: "user", show: FindScreen, tab: "find" },
  { path: "/article/:id", needs: "user", show: ArticleScreen, tab: "find" },
  { path: "/code/:code", needs: "user", show: AddCodeScreen, tab: "find" },
  { path: "/article/:id/move", needs: "user", show: MoveScreen, tab: "find" },
  { path: "/article/:id/custody", needs: "user", show: CustodyActionScreen, tab: "find" },
  { path: "/article/:id/dispose", needs: "user", show: DisposeScreen, tab: "find" },
  { path: "/article/:id/print", needs: "user", show: PrintScreen, tab: "find" },
  { path: "/photo/:id", needs: "user", show: PhotoScreen, tab: "find" },
  { path: "/location/:id", needs: "user", show: LocationScreen, tab: "find" },
  { path: "/location/:id/print", needs: "user", show: PrintLocationScreen, tab: "find" },
  { path: "/location/:id/refill", needs: "user", show: RefillScreen, tab: "find" },
  { path: "/mine", needs: "user", show: MineScreen, tab: "mine" },
  { path: "/mine/transfers", needs: "user", show: MyTransfersScreen, tab: "mine" },
  { path: "/mine/disposals", needs: "user", show: MyDisposalsScreen, tab: "mine" },
  { path: "/mine/proposals", needs: "user", show: MyProposalsScreen, tab: "mine" },
  { path: "/propose", needs: "user", show: ProposeScreen, tab: "mine" },
  { path: "/propose/:serial", needs: "user", show: ProposeScreen, tab: "mine" },
];

// The options of their forms are prefetched too.
startPrefetching();

import type { Screen } from "../../router/lazy-screens.ts";
import { DisposalScreen, ProposalScreen, TransferScreen } from "../requests/detail.tsx";
import { DisposalsScreen, ProposalsScreen, RequestsScreen, TransfersScreen } from "../requests/list.tsx";

export const SCREENS: readonly Screen[] = [
  { path: "/requests", needs: "user", may: "manage", show: RequestsScreen },
  { path: "/requests/transfers", needs: "user", may: "manage", show: TransfersScreen },
  { path: "/requests/disposals", needs: "user", may: "manage", show: DisposalsScreen },
  { path: "/requests/proposals", needs: "user", may: "manage", show: ProposalsScreen },
  { path: "/requests/transfers/:id", needs: "user", may: "manage", show: TransferScreen },
  { path: "/requests/disposals/:id", needs: "user", may: "manage", show: DisposalScreen },
  { path: "/requests/proposals/:id", needs: "user", may: "manage", show: ProposalScreen },
];

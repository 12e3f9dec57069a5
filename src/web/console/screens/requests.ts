import type { Screen } from "../../router/lazy-screens.ts";
import { DisposalScreen, ProposalScreen, TransferScreen } from "../requests/detail.tsx";
import { DisposalsScreen, ProposalsScreen, RequestsScreen, TransfersScreen } from "../requests/list.tsx";

export const SCREENS: readonly Screen[] = [
  { path: "/requests", may: "manage", show: RequestsScreen },
  { path: "/requests/transfers", may: "manage", show: TransfersScreen },
  { path: "/requests/disposals", may: "manage", show: DisposalsScreen },
  { path: "/requests/proposals", may: "manage", show: ProposalsScreen },
  { path: "/requests/transfers/:id", may: "manage", show: TransferScreen },
  { path: "/requests/disposals/:id", may: "manage", show: DisposalScreen },
  { path: "/requests/proposals/:id", may: "manage", show: ProposalScreen },
];

import type { BackupTarget } from "../../api/types/endpoints.d.ts";
import styles from "./backup.module.css";
import { TargetCard } from "./target-card.tsx";

interface TargetsProps {
  readonly targets: readonly BackupTarget[];
  readonly refetch: () => void;
}

/** All targets of automatic backups. */
export function Targets({ targets, refetch }: TargetsProps) {
  return (
    <div class={styles["targets"]}>
      {targets.map((target) => (
        <TargetCard key={target.oid} target={target} refetch={refetch} />
      ))}
    </div>
  );
}

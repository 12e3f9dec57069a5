import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { ICONS } from "../layout/icons.ts";
import styles from "./backup.module.css";
import type { Safety } from "./safety.ts";

const LOOKS: Readonly<Record<Safety["tone"], IconName>> = {
  success: "there",
  info: ICONS.again,
  warning: "warning",
  danger: "warning",
};

interface SafetyCardProps {
  readonly safety: Safety;
  /** Its next step. */
  readonly children?: ComponentChildren;
}

/** The answer to "are the data safe?", above everything else. */
export function SafetyCard({ safety: { tone, title, text }, children }: SafetyCardProps) {
  return (
    <section class={`${styles["safety"]} no-print`} data-tone={tone} aria-labelledby="backup-safety">
      <span class={styles["safetyIcon"]}>
        <Icon name={LOOKS[tone]} size={28} />
      </span>
      <div>
        <h2 id="backup-safety">{title}</h2>
        <p>{text}</p>
        {children}
      </div>
    </section>
  );
}

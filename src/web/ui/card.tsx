import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";
import styles from "./card.module.css";

interface CardProps extends Omit<JSX.HTMLAttributes<HTMLElement>, "title" | "class" | "id"> {
  /** Its heading, which names it. */
  readonly title?: ComponentChildren;
  /** The id of its heading, for links to it. */
  readonly id?: string;
  /** Stands alone, as one of several of its kind. */
  readonly isArticle?: boolean;
  /** A class for the content. */
  readonly class?: string;
}

/** A part of a screen with a frame of its own. Without a title it has an `aria-label`. */
export function Card({ title, id, isArticle = false, class: own = "", children, ...given }: CardProps) {
  const Frame = isArticle ? "article" : "section";
  const ownId = useId();
  const headingId = title === undefined ? undefined : (id ?? ownId);
  return (
    <Frame aria-labelledby={headingId} {...given} class={`${styles["card"]} ${own}`}>
      {title !== undefined && <h2 id={headingId}>{title}</h2>}
      {children}
    </Frame>
  );
}

interface CardsProps {
  /** Cards of at least 420 px, else of 300. */
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}

/** Cards side by side, as many as there is room for. */
export function Cards({ isWide = false, children }: CardsProps) {
  return <div class={isWide ? `${styles["cards"]} ${styles["wide"]}` : styles["cards"]}>{children}</div>;
}

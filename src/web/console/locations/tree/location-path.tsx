import { locationName, locationPath } from "../../../offline/sync/locations.ts";
import styles from "./location-path.module.css";

interface PlacePathProps {
  readonly place: { readonly oid: number; readonly name?: string };
}

/**
 * The full path of a location in one line; where there is no room for it, what stands above the location is cut, never its own
 * name. The screen loads the locations (`useLocations`); until then the name is shown.
 */
export function LocationPath({ place: { oid, name = `#${oid}` } }: PlacePathProps) {
  const own = locationName(oid) || name;
  const path = locationPath(oid) || name;
  const above = path.slice(0, -own.length).replace(/ \/ $/, "");
  return (
    <span class={styles["path"]} title={path}>
      {above !== "" && (
        <>
          <span class={styles["above"]}>{above}</span>
          <span>{"\u00a0/\u00a0"}</span>
        </>
      )}
      <span class={styles["own"]}>{own}</span>
    </span>
  );
}

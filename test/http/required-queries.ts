/** A valid query of each GET endpoint that requires one. */
export const REQUIRED_QUERIES: Readonly<Record<string, string>> = {
  "/api/count-plans/runs": "?from=2026-01-01&to=2026-12-31",
  "/api/articles/findById": "?id=1",
  "/api/articles/findByCode": "?code=A000001",
  "/api/articles/findBySerialNo": "?serialNo=SN&filterOp=StartsWith",
  "/api/articles/findByRFID": "?rfId=x",
  "/api/articles/findByName": "?name=zidle",
  "/api/locations/findByName": "?name=main",
  "/api/inventories/findById": "?id=1",
  "/api/inventories/findByName": "?name=i",
  "/api/inventories/{id}/items/findByLocation": "?locationId=1",
};

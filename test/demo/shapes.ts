// The parts of the API's responses that the demo's tests read.

export interface Item {
  oid: number;
  articleId: number;
  locationId: number;
  quantity?: number;
  inventoryQuantity: number | null;
}

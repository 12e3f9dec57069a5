// The parts of the API's responses that the demo's tests read.

export interface Article {
  oid: number;
  code: string;
  name: string;
  categoryId: number;
  typeId: number;
  stateId: number;
  price: number;
  serialNumber: string;
  rfId: string | null;
  userId: number | null;
  responsibleUserId: number | null;
  isDisposal: boolean;
  disposalDT: string | null;
}

export interface Named {
  oid: number;
  name: string;
}

export interface Detail {
  category: Named;
  type: Named;
  state: Named;
}

export interface Location extends Named {
  code: string | null;
  parentLocationId: number | null;
}

export interface StockEntry {
  articleId: number;
  locationId: number;
  quantity: number;
}

export interface Inventory extends Named {
  inventoryStateId: number;
  isClosed: boolean;
  isApproved: boolean;
  isBlind: boolean;
  inventoryState: Named;
}

export interface Item {
  oid: number;
  articleId: number;
  locationId: number;
  quantity?: number;
  inventoryQuantity: number | null;
}

export interface Printer extends Named {
  ipAddress: string;
  port: number;
  printerTypeId: number;
  isActive: boolean;
}

export interface Format extends Named {
  template: string;
  printerTypeId: number;
}

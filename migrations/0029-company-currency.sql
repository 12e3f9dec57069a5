-- The company's currency: that of prices without one. `isDefault` is 1 for at most one record of a tenant, in the list of currencies.
ALTER TABLE catalogueSetting ADD COLUMN isDefault INTEGER NOT NULL DEFAULT 0 CHECK (isDefault = 0 OR (isDefault = 1 AND catalogue = 'currencyType'));
CREATE UNIQUE INDEX catalogueSettingDefault ON catalogueSetting (tenantId, catalogue) WHERE isDefault = 1;

-- Of too many events of a category the tenant with the most loses its oldest ones.
DROP INDEX securityEventOfCategory;
CREATE INDEX securityEventOfCategory ON securityEvent (category, ifnull(tenantId, 1));

// validatorUrl: null, because the badge would contact a server on the internet.
SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#api",
  validatorUrl: null,
  deepLinking: true,
  docExpansion: "list",
  persistAuthorization: false,
  tryItOutEnabled: true,
});

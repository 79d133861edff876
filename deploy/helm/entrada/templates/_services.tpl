{{/* What no installation changes: programs, ports, keys of the Secret and who calls whom (each call is an address and a policy). */}}
{{- define "entrada.facts" -}}
auth:
  enabled: true
  main: services/auth/src/main.ts
  grpcPort: 50051
  database: { server: shared }
  secrets: { DATABASE_URL_AUTH: DATABASE_URL_AUTH, AUTH_KEY_PEPPER: AUTH_KEY_PEPPER, AUTH_SECRET_KEY: AUTH_SECRET_KEY, AUTH_AUDIT_KEY: AUTH_AUDIT_KEY, SMTP_URL: SMTP_URL }
charges:
  enabled: true
  main: services/charges/src/main.ts
  grpcPort: 50051
  database: { server: shared }
  secrets: { DATABASE_URL_CHARGES: DATABASE_URL_CHARGES, EVENT_KEY_CHARGES_LEDGER: EVENT_KEY_CHARGES_LEDGER, EVENT_KEY_CHARGES_WEBHOOKS: EVENT_KEY_CHARGES_WEBHOOKS, PROVIDER_CLIENT_SECRET: PROVIDER_CLIENT_SECRET, PROVIDER_CALLBACK_SECRET: PROVIDER_CALLBACK_SECRET }
  calls: [auth, ledger]
ledger:
  enabled: true
  main: services/ledger/src/main.ts
  grpcPort: 50051
  database: { server: shared }
  secrets: { DATABASE_URL_LEDGER: DATABASE_URL_LEDGER, EVENT_KEY_CHARGES_LEDGER: EVENT_KEY_CHARGES_LEDGER, EVENT_KEY_LEDGER_WEBHOOKS: EVENT_KEY_LEDGER_WEBHOOKS, LEDGER_SIGNING_KEY: LEDGER_SIGNING_KEY, PROVIDER_CLIENT_SECRET: PROVIDER_CLIENT_SECRET }
  # auth knows the accounts, charges returns suspended payments; the auditor compares the books with both of the others and with the bank.
  calls: [auth, charges, webhooks]
webhooks:
  enabled: true
  main: services/webhooks/src/main.ts
  grpcPort: 50051
  database: { server: shared }
  secrets: { DATABASE_URL_WEBHOOKS: DATABASE_URL_WEBHOOKS, EVENT_KEY_CHARGES_WEBHOOKS: EVENT_KEY_CHARGES_WEBHOOKS, EVENT_KEY_LEDGER_WEBHOOKS: EVENT_KEY_LEDGER_WEBHOOKS, WEBHOOKS_SECRET_KEY: WEBHOOKS_SECRET_KEY }
  # auth mails account holders about their endpoints.
  calls: [auth]
gateway:
  enabled: true
  main: services/gateway/src/main.ts
  httpPort: 8080
  secrets: { REDIS_URL: REDIS_URL, PROVIDER_CALLBACK_SECRET: PROVIDER_CALLBACK_SECRET }
  calls: [auth, charges, ledger, webhooks]
bank:
  main: sandbox/bank/src/main.ts
  httpPort: 8090
  # Where it keeps mails instead of sending them; its page /mail shows them.
  smtpPort: 2525
  database: { server: shared }
  secrets: { DATABASE_URL_BANK: DATABASE_URL_BANK, BANK_CLIENT_SECRET: PROVIDER_CLIENT_SECRET }
{{- end }}

{{/* Completes .Values.services with the facts, once in a render; every template with a manifest begins with it. */}}
{{- define "entrada.init" -}}
{{- if not (hasKey .Values "isComplete") }}
{{- $_ := set .Values "isComplete" true }}
{{- range $name, $facts := include "entrada.facts" . | fromYaml }}
{{- $_ := set $.Values.services $name (mustMergeOverwrite $facts (index $.Values.services $name)) }}
{{- end }}
{{- end }}
{{- end }}

{{/* Of a program that is no service: commands stay fast on a busy node with the CPU request of one. */}}
{{- define "entrada.toolResources" -}}
requests: { cpu: 50m, memory: 16Mi }
limits: { memory: 512Mi }
{{- end }}

{{/* Environment of a service before that of the values, as YAML; needs .component and .service. */}}
{{- define "entrada.baseEnv" -}}
{{- $name := .component }}
{{- $bank := .Values.services.bank }}
{{- if has $name (list "auth" "charges" "ledger" "webhooks" "gateway") }}
MODE: {{ include "entrada.mode" . }}
{{ include "entrada.tlsEnv" . }}
{{- end }}
{{- with .service.grpcPort }}
GRPC_PORT: {{ . | quote }}
{{- end }}
{{- range $called := .service.calls }}
{{ upper $called }}_ADDRESS: dns:///{{ include "entrada.fullname" $ }}-{{ $called }}:{{ (index $.Values.services $called).grpcPort }}
{{- end }}
{{- if has "database" .uses }}
DATABASE_POOL_MAX: {{ .service.database.poolMax | quote }}
{{ include "entrada.postgresEnv" . }}
{{- end }}
{{- if has "kafka" .uses }}
{{ include "entrada.kafkaEnv" . }}
{{- end }}
{{- if has "provider" .uses }}
{{ include "entrada.providerEnv" . }}
{{- end }}
{{- if has $name (list "auth" "gateway") }}
PUBLIC_BASE_URL: {{ .Values.publicBaseUrl | quote }}
{{- end }}
{{- if eq $name "auth" }}
MAIL_FROM: {{ .Values.mailFrom | quote }}
{{- else if eq $name "charges" }}
PROVIDER_CLOCK: {{ ternary "sandbox" "real" $bank.enabled }}
PROVIDER_WEBHOOK_URL: {{ include "entrada.callbackBaseUrl" . }}/provider/$(PROVIDER_CALLBACK_SECRET)
{{- else if and (eq $name "webhooks") $bank.enabled }}
# So that helm test can receive a webhook in its pod.
WEBHOOK_ALLOW_HTTP: "true"
WEBHOOK_ALLOWED_HOSTS: {{ include "entrada.fullname" . }}-test
{{- else if eq $name "gateway" }}
PORT: {{ .service.httpPort | quote }}
TRUSTED_PROXIES: {{ .Values.trustedProxies | quote }}
SANDBOX_URL: {{ if $bank.enabled }}{{ include "entrada.providerUrl" . }}{{ else }}""{{ end }}
{{- if .Values.redis.tls.caSecret }}
REDIS_TLS_CA_FILE: /etc/entrada/redis/ca.crt
{{- end }}
{{- else if eq $name "bank" }}
HTTP_PORT: {{ .service.httpPort | quote }}
SMTP_PORT: {{ .service.smtpPort | quote }}
BANK_CLIENT_ID: {{ .Values.provider.clientId | quote }}
{{- end }}
{{ include "entrada.telemetryEnv" . }}
{{- end }}

{{/* Environment of a program by the values, as YAML: what goes over the above; needs .component. */}}
{{- define "entrada.ownEnv" -}}
{{- $values := .Values }}
{{- $own := deepCopy $values.env }}
{{- if eq .component "migrate" }}
{{- $own = mustMergeOverwrite $own (deepCopy $values.migrations.env) }}
{{- else }}
{{- $own = mustMergeOverwrite $own (deepCopy (index $values.services .component).env) }}
{{- end }}
{{- toYaml $own }}
{{- end }}

{{/* Which stores a service uses, from what it is given; needs .component and .service. */}}
{{- define "entrada.uses" -}}
{{- range $variable, $_ := .service.secrets }}
{{- if hasPrefix "DATABASE_URL_" $variable }}database {{ end }}
{{- if eq $variable "REDIS_URL" }}redis {{ end }}
{{- end }}
{{- if has .component (list "charges" "ledger" "webhooks") }}kafka {{ end }}
{{- if has .component (list "charges" "ledger") }}provider {{ end }}
{{- if has .component (splitList " " (include "entrada.grpcServices" .)) }}grpc {{ end }}
{{- end }}

{{/* How Kafka is reached; files are those of the volume `kafka`. */}}
{{- define "entrada.kafkaEnv" -}}
{{- with .Values.kafka }}
KAFKA_BROKERS: {{ include "entrada.kafkaBrokers" $ }}
KAFKA_REPLICATION_FACTOR: {{ .replicationFactor | quote }}
KAFKA_MIN_INSYNC_REPLICAS: {{ .minInsyncReplicas | quote }}
{{- if .tls.enabled }}
KAFKA_TLS: "true"
{{- if .tls.caSecret }}
KAFKA_TLS_CA_FILE: /etc/entrada/kafka/ca.crt
{{- end }}
{{- if .tls.userSecretPrefix }}
KAFKA_TLS_CERT_FILE: /etc/entrada/kafka/user.crt
KAFKA_TLS_KEY_FILE: /etc/entrada/kafka/user.key
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "entrada.kafkaBrokers" -}}
{{- if .Values.dev.enabled }}{{ include "entrada.fullname" . }}-dev-kafka:9092{{ else }}{{ .Values.kafka.brokers | quote }}{{ end -}}
{{- end }}

{{- define "entrada.postgresEnv" -}}
{{- if .Values.postgres.tls.enabled }}
DATABASE_SSLMODE: verify-full
{{- if .Values.postgres.tls.caSecret }}
DATABASE_TLS_CA_FILE: /etc/entrada/postgres/ca.crt
{{- end }}
{{- end }}
{{- end }}

{{- define "entrada.providerEnv" -}}
PROVIDER_URL: {{ include "entrada.providerUrl" . }}
PROVIDER_CLIENT_ID: {{ .Values.provider.clientId | quote }}
PROVIDER_PIX_KEY: {{ .Values.provider.pixKey | quote }}
PROVIDER_PROFILE: {{ .Values.provider.profile }}
{{- if .Values.provider.tls.secret }}
PROVIDER_TLS_CERT_FILE: /etc/entrada/provider/tls.crt
PROVIDER_TLS_KEY_FILE: /etc/entrada/provider/tls.key
{{- end }}
{{- if .Values.provider.tls.caSecret }}
PROVIDER_TLS_CA_FILE: /etc/entrada/provider/ca.crt
{{- end }}
{{- end }}

{{- define "entrada.telemetryEnv" -}}
{{- with .Values.telemetry }}
{{- if .otlpEndpoint }}
OTEL_EXPORTER_OTLP_ENDPOINT: {{ .otlpEndpoint | quote }}
OTEL_TRACES_SAMPLER: parentbased_traceidratio
{{- /* As 0.00002, which would be shown as 2e-05. */}}
OTEL_TRACES_SAMPLER_ARG: {{ regexReplaceAll "\\.?0+$" (printf "%.9f" (float64 .sampleRatio)) "" | quote }}
{{- $attributes := list }}
{{- range $key, $value := mustMerge (deepCopy .resourceAttributes) (dict "k8s.namespace.name" $.Release.Namespace) }}
{{- $attributes = append $attributes (printf "%s=%s" $key (urlquery $value | replace "+" "%20")) }}
{{- end }}
OTEL_RESOURCE_ATTRIBUTES: {{ join "," $attributes | quote }}
{{- end }}
{{- end }}
{{- end }}

{{/* Environment from `.secrets` (variable: key) of `.secretName`, then `.env`, whose values may refer to them as $(NAME). */}}
{{- define "entrada.env" -}}
{{- $root := . }}
{{- range $variable, $key := .secrets }}
- name: {{ $variable }}
  valueFrom: { secretKeyRef: { name: {{ $root.secretName | quote }}, key: {{ $key | quote }} } }
{{- end }}
{{- range $variable, $value := .env }}
{{- /* A variable is listed once: a secret goes over what the chart knows; one that `env` has too is refused (entrada.programProblems). */}}
{{- if not (hasKey $root.secrets $variable) }}
- name: {{ $variable }}
  value: {{ tpl (include "entrada.plainNumber" $value) $root | quote }}
{{- end }}
{{- end }}
{{- end }}

{{- define "entrada.tlsEnv" -}}
TLS_CERT_FILE: /etc/entrada/tls/tls.crt
TLS_KEY_FILE: /etc/entrada/tls/tls.key
TLS_CA_FILE: /etc/entrada/tls/ca.crt
TLS_OPERATOR_CA_FILE: /etc/entrada/tls/operators-ca.crt
TLS_REVOKED_FILE: /etc/entrada/tls/revoked
{{- end }}

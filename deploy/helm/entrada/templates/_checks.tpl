{{/* What the schema cannot see; every problem at once, one a line. */}}
{{- define "entrada.problems" -}}
{{- $values := .Values }}
{{- $isLive := not $values.services.bank.enabled }}
{{- if not $values.dev.enabled }}
{{- if not $values.existingSecret }}
existingSecret: name the Secret that holds connection strings and keys
{{- end }}
{{- if not $values.kafka.brokers }}
kafka.brokers: set host:port, separated by commas
{{- end }}
{{- end }}
{{- if not $values.publicBaseUrl }}
publicBaseUrl: set the address under which clients and payers reach the gateway
{{- end }}
{{- if not $values.trustedProxies }}
trustedProxies: set the addresses of the proxies in front of the gateway, or none
{{- end }}
{{- if not $values.provider.pixKey }}
provider.pixKey: set the Pix key that receives the money
{{- end }}
{{- if gt (int $values.kafka.minInsyncReplicas) (int $values.kafka.replicationFactor) }}
kafka.minInsyncReplicas: {{ $values.kafka.minInsyncReplicas }} is more than kafka.replicationFactor, which is {{ $values.kafka.replicationFactor }}
{{- end }}
{{- if and $values.ingress.enabled $values.route.parentRefs }}
ingress.enabled: route.parentRefs is set too; choose one of them
{{- end }}
{{- if not $values.kafka.tls.enabled }}
{{- if $values.kafka.tls.userSecretPrefix }}
kafka.tls.userSecretPrefix: certificates of users need kafka.tls.enabled
{{- end }}
{{- if $values.kafka.tls.caSecret }}
kafka.tls.caSecret: an authority needs kafka.tls.enabled
{{- end }}
{{- end }}
{{- if and $values.postgres.tls.caSecret (not $values.postgres.tls.enabled) }}
postgres.tls.caSecret: an authority needs postgres.tls.enabled
{{- end }}
{{- if and $values.certificates.issuerRef (ne $values.certificates.source "cert-manager") }}
certificates.issuerRef: only with certificates.source cert-manager, which is {{ $values.certificates.source }}
{{- end }}
{{- if not (include "entrada.seesCluster" .) }}
{{- if eq $values.certificates.source "chart" }}
certificates.source: chart keeps certificates in the cluster, which this render does not see (helm template, a GitOps tool), so each would have a new authority that no running pod trusts; set cert-manager or existing, or use helm install and helm upgrade
{{- end }}
{{- if $values.dev.enabled }}
dev.enabled: its secrets are kept in the cluster, which this render does not see (helm template, a GitOps tool); use helm install and helm upgrade
{{- end }}
{{- end }}
{{- $rules := list }}
{{- range $path, $content := .Files.Glob "rules/*.yaml" }}{{ $rules = append $rules (toString $content) }}{{ end }}
{{- range $values.monitoring.rules.excludeRules }}
{{- if not (regexMatch (printf "(?m)alert: %s$" .) (join "\n" $rules)) }}
monitoring.rules.excludeRules: there is no alert {{ . }}
{{- end }}
{{- end }}
{{- if $isLive }}{{ include "entrada.liveProblems" . }}{{ end }}
{{- include "entrada.kafkaUserProblems" . }}
{{- include "entrada.addressProblems" . }}
{{- include "entrada.resourceProblems" . }}
{{- include "entrada.conflicts" . }}
{{- range $name, $service := $values.services }}
{{- if $service.enabled }}{{ include "entrada.serviceProblems" (dict "root" $ "name" $name "service" $service) }}{{ end }}
{{- end }}
{{- end }}

{{/* Whether templates can look objects up: this one is in every namespace, and in default while that of the release is not yet made. */}}
{{- define "entrada.seesCluster" -}}
{{- if or (lookup "v1" "ConfigMap" .Release.Namespace "kube-root-ca.crt") (lookup "v1" "ConfigMap" "default" "kube-root-ca.crt") }}true{{ end }}
{{- end }}

{{/* With a real bank. Services would refuse to start as well. */}}
{{- define "entrada.liveProblems" -}}
{{- $values := .Values }}
{{- if not $values.provider.url }}
provider.url: set the address of the bank's Pix API, or enable services.bank
{{- else if hasPrefix "http://" $values.provider.url }}
provider.url: a real bank is called over https
{{- end }}
{{- if hasPrefix "http://" $values.publicBaseUrl }}
publicBaseUrl: with a real bank it must start with https://
{{- end }}
{{- if $values.dev.enabled }}
dev.enabled: only with the sandbox bank (services.bank.enabled), because its stores lose what they hold
{{- end }}
{{- if not $values.postgres.tls.enabled }}
postgres.tls.enabled: with a real bank Postgres must be reached over TLS; set it to true, and postgres.tls.caSecret for a private authority
{{- end }}
{{- with include "entrada.unsafe" (dict "variable" "TRUSTED_PROXIES" "value" $values.trustedProxies) }}
trustedProxies: it {{ . }}
{{- end }}
{{- if not $values.kafka.tls.enabled }}
kafka.tls.enabled: with a real bank Kafka must be reached over TLS
{{- end }}
{{- if lt (int $values.kafka.replicationFactor) 3 }}
kafka.replicationFactor: at least 3 with a real bank, so that records survive the loss of a broker
{{- end }}
{{- if lt (int $values.kafka.minInsyncReplicas) 2 }}
kafka.minInsyncReplicas: at least 2 with a real bank, so that records survive the loss of a broker
{{- end }}
{{- end }}

{{/* What is wrong with .value of .variable where money is real, and what to do; nothing if it is safe. */}}
{{- define "entrada.unsafe" -}}
{{- if and (eq .variable "DATABASE_SSLMODE") (ne .value "verify-full") -}}
must not be other than verify-full with a real bank; remove it
{{- else if and (hasPrefix "DATABASE_URL_" .variable) (ne "sslmode=verify-full" (regexFindAll "sslmode=[^&]*" .value -1 | last | default "sslmode=verify-full")) -}}
must not have an sslmode other than verify-full with a real bank; remove sslmode from it
{{- else if and (eq .variable "REDIS_URL") (not (regexMatch "^$|^rediss://[^@/]*:[^@/]+@" .value)) -}}
must use TLS and a password with a real bank; set rediss://user:password@host
{{- else if and (hasPrefix "PROVIDER_CALLBACK_SECRET" .variable) (lt (len .value) 32) -}}
must have at least 32 characters with a real bank; set what openssl rand -hex 32 prints
{{- else if and (eq .variable "OPERATOR_APPROVAL") (eq .value "off") -}}
must not be off with a real bank; remove it
{{- else if and (eq .variable "TRUSTED_PROXIES") (regexMatch "/0*[0-7] *(,|$)" .value) -}}
must not have ranges of fewer than 8 bits with a real bank, because any client in them may invent its address; name the proxies only
{{- else if and (regexMatch "^(AUTH_KEY_PEPPER|AUTH_SECRET_KEY|AUTH_AUDIT_KEY|WEBHOOKS_SECRET_KEY|EVENT_KEY_)" .variable) (regexMatch "^[ -~]+$" (b64dec .value)) -}}
must be random with a real bank, and this one reads as a text; set what openssl rand -base64 32 prints
{{- end }}
{{- end }}

{{/* Of the programs that use Kafka: whether each can log in. They would refuse to start as well. */}}
{{- define "entrada.kafkaUserProblems" -}}
{{- $values := .Values }}
{{- $isLive := not $values.services.bank.enabled }}
{{- range $name := list "charges" "ledger" "webhooks" "migrate" }}
{{- $path := index (dict "migrate" "migrations") $name | default (printf "services.%s" $name) }}
{{- $env := include "entrada.ownEnv" (mustMerge (dict "component" $name) $) | fromYaml }}
{{- $secrets := (index (dict "migrations" $values.migrations) $path | default (index $values.services $name | default dict)).secrets }}
{{- if not (or $env.KAFKA_SASL_MECHANISM $values.kafka.tls.userSecretPrefix) }}
{{- if $isLive }}
kafka.tls.userSecretPrefix: with a real bank brokers must know {{ $name }}; set it, or {{ $path }}.env.KAFKA_SASL_MECHANISM
{{- end }}
{{- else if $env.KAFKA_SASL_MECHANISM }}
{{- range $variable := list "KAFKA_SASL_USERNAME" "KAFKA_SASL_PASSWORD" }}
{{- if not (or (index $env $variable) (index $secrets $variable)) }}
{{ $path }}.{{ ternary "secrets" "env" (hasSuffix "PASSWORD" $variable) }}.{{ $variable }}: {{ $name }} logs in to Kafka by KAFKA_SASL_MECHANISM and needs it
{{- end }}
{{- end }}
{{- $mechanism := tpl (toString $env.KAFKA_SASL_MECHANISM) $ }}
{{- if not (has $mechanism (list "plain" "scram-sha-256" "scram-sha-512" "oauthbearer")) }}
{{ include "entrada.envPath" (dict "root" $ "path" $path "variable" "KAFKA_SASL_MECHANISM") }}: {{ $mechanism }} is none of plain, scram-sha-256, scram-sha-512, oauthbearer
{{- end }}
{{- $tokens := tpl (toString ($env.KAFKA_SASL_TOKEN_URL | default "")) $ }}
{{- if and (eq $mechanism "oauthbearer") (not (regexMatch (ternary "^https://." "^https?://." $isLive) $tokens)) }}
{{ $path }}.env.KAFKA_SASL_TOKEN_URL: {{ $name }} logs in to Kafka by oauthbearer; set the address of its tokens{{ if $isLive }}, with https{{ end }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "entrada.serviceProblems" -}}
{{- $values := .root.Values }}
{{- $isScaled := include "entrada.isScaled" .service }}
{{- $most := int (include "entrada.replicasMax" .service) }}
{{- $setting := printf "services.%s.%s" .name (ternary "maxReplicas" "replicas" (not (empty $isScaled))) }}
{{- if and (has .name (list "ledger" "webhooks")) (gt $most 12) }}
{{ $setting }}: {{ $most }} is more than the 12 partitions of a topic, of which each has one consumer; set 12 or less (docs/operations/scale.md)
{{- end }}
{{- if and (gt (int .service.maxReplicas) 0) (lt (int .service.maxReplicas) (int .service.replicas)) }}
services.{{ .name }}.maxReplicas: {{ .service.maxReplicas }} is less than replicas, which is {{ .service.replicas }}
{{- end }}
{{- if $isScaled }}
{{- $request := dig "requests" "cpu" "" (.service.resources | default $values.resources) | toString }}
{{- if and $request (lt (include "entrada.quantity" $request | float64) 0.2) }}
services.{{ .name }}.maxReplicas: a share of the CPU request decides, and {{ $request }} is not what a busy pod uses; set services.{{ .name }}.resources.requests.cpu to 200m or more (docs/operations/scale.md)
{{- else if not $request }}
services.{{ .name }}.maxReplicas: a share of the CPU request decides; set services.{{ .name }}.resources.requests.cpu
{{- end }}
{{- end }}
{{- end }}

{{/* Peers: pods of this release that are one of `.components`. */}}
{{- define "entrada.pods" -}}
- podSelector:
    matchLabels: {{- include "entrada.releaseSelector" .root | nindent 6 }}
    matchExpressions: [{ key: app.kubernetes.io/component, operator: In, values: [{{ join ", " .components }}] }]
{{- end }}

{{/* A rule for `.to`, or any address when that is empty, at `.ports`, over TCP and where `.udp` is set over UDP. */}}
{{- define "entrada.egressTo" -}}
- ports:
    {{- range .ports }}
    - { port: {{ . }} }
    {{- if $.udp }}
    - { port: {{ . }}, protocol: UDP }
    {{- end }}
    {{- end }}
  {{- with .to }}
  to: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}

{{/* The port of an address such as https://host/path. */}}
{{- define "entrada.portOf" -}}
{{- $url := urlParse . }}
{{- if contains ":" $url.host }}{{ splitList ":" $url.host | last }}{{ else }}{{ ternary 443 80 (eq $url.scheme "https") }}{{ end -}}
{{- end }}

{{/* DNS, and the stores and the bank by `.uses`. */}}
{{- define "entrada.egress" -}}
{{- $policy := .Values.networkPolicy }}
{{- $dev := .Values.dev.enabled }}
{{ include "entrada.egressTo" (dict "to" $policy.dns.to "ports" $policy.dns.ports "udp" true) }}
{{- if has "database" .uses }}
{{ include "entrada.egressTo" (dict "to" (ternary (include "entrada.pods" (dict "root" $ "components" (list "dev-postgres")) | fromYamlArray) $policy.postgres.to $dev) "ports" $policy.postgres.ports) }}
{{- end }}
{{- if has "kafka" .uses }}
{{- $ports := list }}
{{- range splitList "," (include "entrada.kafkaBrokers" . | trimAll "\"") }}
{{- with splitList ":" . | last }}{{ $ports = append $ports (int .) }}{{ end }}
{{- end }}
{{ include "entrada.egressTo" (dict "to" (ternary (include "entrada.pods" (dict "root" $ "components" (list "dev-kafka")) | fromYamlArray) $policy.kafka.to $dev) "ports" (uniq $ports)) }}
{{- end }}
{{- if has "kafka" .uses }}
{{- with (include "entrada.ownEnv" . | fromYaml).KAFKA_SASL_TOKEN_URL }}
{{ include "entrada.egressTo" (dict "to" $policy.kafkaTokens.to "ports" (list (include "entrada.portOf" (tpl . $)))) }}
{{- end }}
{{- end }}
{{- if has "redis" .uses }}
{{ include "entrada.egressTo" (dict "to" (ternary (include "entrada.pods" (dict "root" $ "components" (list "dev-valkey")) | fromYamlArray) $policy.redis.to $dev) "ports" $policy.redis.ports) }}
{{- end }}
{{- if has "provider" .uses }}
{{- if .Values.services.bank.enabled }}
- to: {{- include "entrada.pods" (dict "root" $ "components" (list "bank")) | nindent 4 }}
  ports: [{ port: {{ .Values.services.bank.httpPort }} }]
{{- else }}
{{ include "entrada.egressTo" (dict "to" ($policy.bank.to | default (include "entrada.internet" . | fromYamlArray)) "ports" (list (include "entrada.portOf" .Values.provider.url))) }}
{{- end }}
{{- end }}
{{- if and (has "otlp" .uses) .Values.telemetry.otlpEndpoint }}
{{ include "entrada.egressTo" (dict "to" $policy.otlp.to "ports" (list (include "entrada.portOf" .Values.telemetry.otlpEndpoint))) }}
{{- end }}
{{- end }}

{{/* Every address that is not private, of this machine, or for other uses than those of servers. */}}
{{- define "entrada.internet" -}}
- ipBlock:
    cidr: 0.0.0.0/0
    except:
      - 0.0.0.0/8
      - 10.0.0.0/8
      - 100.64.0.0/10
      - 127.0.0.0/8
      - 169.254.0.0/16
      - 172.16.0.0/12
      - 192.0.0.0/24
      - 192.0.2.0/24
      - 192.168.0.0/16
      - 198.18.0.0/15
      - 198.51.100.0/24
      - 203.0.113.0/24
      - 224.0.0.0/4
      - 240.0.0.0/4
# Of IPv6 what is given to hosts of the internet, without the ranges that lead to IPv4.
- ipBlock:
    cidr: 2000::/3
    except:
      - 2001::/23
      - 2001:db8::/32
      - 2002::/16
{{- end }}

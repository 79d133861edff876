{{- define "entrada.fullname" -}}
{{- if contains "entrada" .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-entrada{{ end -}}
{{- end }}

{{- define "entrada.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "entrada.mode" -}}
{{ ternary "test" "live" .Values.services.bank.enabled }}
{{- end }}

{{- define "entrada.providerUrl" -}}
{{- if .Values.services.bank.enabled -}}
http://{{ include "entrada.fullname" . }}-bank:{{ .Values.services.bank.httpPort }}
{{- else -}}
{{ required "provider.url: the address of the bank's Pix API, or enable services.bank" .Values.provider.url }}
{{- end -}}
{{- end }}

{{/* Where the bank calls us: the sandbox bank knows the gateway's Service, a real one the public address. */}}
{{- define "entrada.callbackBaseUrl" -}}
{{- if .Values.services.bank.enabled -}}
http://{{ include "entrada.fullname" . }}-gateway:{{ .Values.services.gateway.httpPort }}
{{- else -}}
{{ .Values.publicBaseUrl }}
{{- end -}}
{{- end }}

{{- define "entrada.labels" -}}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{ include "entrada.selector" . }}
{{- end }}

{{/* Needs .component beside the root's fields. */}}
{{- define "entrada.selector" -}}
app.kubernetes.io/name: entrada
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* What every pod must be under the `restricted` pod security standard. */}}
{{- define "entrada.podSecurity" -}}
automountServiceAccountToken: false
# The variables of service links would shadow our own, such as a port that becomes tcp://address.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  # Mounted certificates and keys are readable by this group and nobody else.
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "entrada.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/* Environment from `.secrets` (variable: key) of `.secretName`, then `.env`, whose values may refer to them as $(NAME). */}}
{{- define "entrada.env" -}}
{{- $root := . }}
{{- range $variable, $key := .secrets }}
- name: {{ $variable }}
  valueFrom: { secretKeyRef: { name: {{ $root.secretName }}, key: {{ $key }} } }
{{- end }}
{{- range $variable, $value := .env }}
- name: {{ $variable }}
  value: {{ tpl (toString $value) $root | quote }}
{{- end }}
{{- end }}

{{/* Name of the Secret with the certificate, the key and the authority of a service: tls.crt, tls.key, ca.crt. */}}
{{- define "entrada.tlsSecret" -}}
{{ include "entrada.fullname" . }}-{{ .component }}-tls
{{- end }}

{{/* Name of the Secret with the authority that issues certificates of operators: tls.crt and tls.key. */}}
{{- define "entrada.operatorsSecret" -}}
{{ include "entrada.fullname" . }}-operators-ca
{{- end }}

{{/* The files of a service, and of the operators' authority its certificate only. They are watched: a new certificate needs no restart. */}}
{{- define "entrada.tlsVolume" -}}
- name: tls
  projected:
    defaultMode: 0440
    sources:
      - secret: { name: {{ include "entrada.tlsSecret" . }} }
      - secret:
          name: {{ include "entrada.operatorsSecret" . }}
          items: [{ key: tls.crt, path: operators-ca.crt }]
      {{- with .Values.certificates.revokedConfigMap }}
      - configMap: { name: {{ . }}, items: [{ key: revoked, path: revoked }] }
      {{- end }}
{{- end }}

{{- define "entrada.tlsEnv" -}}
TLS_CERT_FILE: /etc/entrada/tls/tls.crt
TLS_KEY_FILE: /etc/entrada/tls/tls.key
TLS_CA_FILE: /etc/entrada/tls/ca.crt
TLS_OPERATOR_CA_FILE: /etc/entrada/tls/operators-ca.crt
{{- if .Values.certificates.revokedConfigMap }}
TLS_REVOKED_FILE: /etc/entrada/tls/revoked
{{- end }}
{{- end }}

{{/* How a pod reaches Kafka, by files of the volume below; needs .component. */}}
{{- define "entrada.kafkaEnv" -}}
{{- with .Values.kafka.tls }}
{{- if .enabled }}
KAFKA_TLS: "true"
{{- if .caSecret }}
KAFKA_TLS_CA_FILE: /etc/entrada/kafka/ca.crt
{{- end }}
{{- if .userSecretPrefix }}
KAFKA_TLS_CERT_FILE: /etc/entrada/kafka/user.crt
KAFKA_TLS_KEY_FILE: /etc/entrada/kafka/user.key
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* Not empty where Kafka needs files. */}}
{{- define "entrada.kafkaVolume" -}}
{{- $tls := .Values.kafka.tls }}
{{- if and $tls.enabled (or $tls.caSecret $tls.userSecretPrefix) }}
- name: kafka
  projected:
    defaultMode: 0440
    sources:
      {{- with $tls.caSecret }}
      - secret: { name: {{ . }}, items: [{ key: ca.crt, path: ca.crt }] }
      {{- end }}
      {{- with $tls.userSecretPrefix }}
      - secret:
          name: {{ . }}{{ $.component }}
          items: [{ key: user.crt, path: user.crt }, { key: user.key, path: user.key }]
      {{- end }}
{{- end }}
{{- end }}

{{- define "entrada.kafkaMount" -}}
- { name: kafka, mountPath: /etc/entrada/kafka, readOnly: true }
{{- end }}

{{/* The services that talk gRPC: all but the bank. */}}
{{- define "entrada.grpcServices" -}}
{{- range $name, $service := .Values.services }}{{ if and $service.enabled (or $service.grpcPort $service.calls) }}{{ $name }} {{ end }}{{ end -}}
{{- end }}

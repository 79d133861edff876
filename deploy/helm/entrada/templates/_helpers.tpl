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

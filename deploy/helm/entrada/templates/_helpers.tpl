{{- define "entrada.fullname" -}}
{{- if contains "entrada" .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-entrada{{ end -}}
{{- end }}

{{- define "entrada.image" -}}
{{- with .Values.image -}}
{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ with .digest }}@{{ . }}{{ end }}
{{- end }}
{{- end }}

{{- define "entrada.mode" -}}
{{ ternary "test" "live" .Values.services.bank.enabled }}
{{- end }}

{{/* The Secret with connection strings and keys. */}}
{{- define "entrada.secretName" -}}
{{- if .Values.dev.enabled }}{{ include "entrada.fullname" . }}-dev{{ else }}{{ .Values.existingSecret | default "missing" }}{{ end -}}
{{- end }}

{{- define "entrada.providerUrl" -}}
{{- if .Values.services.bank.enabled -}}
http://{{ include "entrada.fullname" . }}-bank:{{ .Values.services.bank.httpPort }}
{{- else -}}
{{ .Values.provider.url | quote }}
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
{{ include "entrada.releaseSelector" . }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "entrada.releaseSelector" -}}
app.kubernetes.io/name: entrada
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "entrada.podLabels" -}}
{{ include "entrada.labels" . }}
{{- with .Values.podLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* What every pod must be under the `restricted` pod security standard, and where it runs. */}}
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
{{- range $field := list "nodeSelector" "tolerations" "affinity" "priorityClassName" }}
{{- with index $.Values $field }}
{{ $field }}: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- end }}

{{- define "entrada.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/* The services that talk gRPC: all but the bank. */}}
{{- define "entrada.grpcServices" -}}
{{- range $name, $service := .Values.services }}{{ if and $service.enabled (or $service.grpcPort $service.calls) }}{{ $name }} {{ end }}{{ end -}}
{{- end }}

{{/* Most pods of a service at once, less the one that a rolling upgrade adds. */}}
{{- define "entrada.replicasMax" -}}
{{- if .autoscaling.enabled }}{{ .autoscaling.maxReplicas }}{{ else }}{{ .replicas }}{{ end -}}
{{- end }}

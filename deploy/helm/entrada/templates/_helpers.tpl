{{/*
What names of objects begin with. With the longest of what follows it, names stay within the 63 characters of a DNS label, and those of
StatefulSets within 52. A release name that does not fit, or could not be that of a Service, is cut and ends with a hash.
*/}}
{{- define "entrada.fullname" -}}
{{- $name := ternary .Release.Name (printf "%s-entrada" .Release.Name) (contains "entrada" .Release.Name) }}
{{- if regexMatch "^[a-z][-a-z0-9]{0,38}$" $name }}
{{- $name }}
{{- else }}
{{- regexReplaceAll "^[-0-9]+" (replace "." "-" $name) "" | trunc 30 | trimSuffix "-" }}-{{ sha256sum $name | trunc 8 }}
{{- end }}
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
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end }}

{{- define "entrada.podLabels" -}}
{{ include "entrada.labels" . }}
{{- with .Values.podLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Each program has a ServiceAccount of its own, so that a cloud can give each a role of its own; needs .component. */}}
{{- define "entrada.accountName" -}}
{{ include "entrada.fullname" . }}-{{ .component }}
{{- end }}

{{/* Needs .component and .accountAnnotations, those beside the annotations of all. Nothing here calls the API server. */}}
{{- define "entrada.serviceAccount" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ include "entrada.accountName" . }}
  labels: {{- include "entrada.labels" . | nindent 4 }}
  {{- with mustMergeOverwrite (dict) .Values.serviceAccountAnnotations .accountAnnotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- end }}

{{/* What every pod must be under the `restricted` pod security standard, and where it runs. */}}
{{- define "entrada.podSecurity" -}}
serviceAccountName: {{ include "entrada.accountName" . }}
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

{{/*
How many pods a service has, by its Deployment; nothing where an autoscaler decides. A count that Helm has set must stay: without it
Kubernetes would go down to one pod until the autoscaler acts, so the count of now is repeated until Helm no longer owns it. That shows only
with server-side apply; else it is repeated at every upgrade.
*/}}
{{- define "entrada.replicas" -}}
{{- if not (include "entrada.isScaled" .service) }}
{{- .service.replicas }}
{{- else }}
{{- $live := lookup "apps/v1" "Deployment" .Release.Namespace (printf "%s-%s" (include "entrada.fullname" .) .component) }}
{{- $appliers := list }}
{{- range dig "metadata" "managedFields" list ($live | default dict) }}
{{- $fields := dig "fieldsV1" "f:spec" dict . }}
{{- if and (eq .operation "Apply") (hasKey $fields "f:template") }}{{ $appliers = append $appliers (hasKey $fields "f:replicas") }}{{ end }}
{{- end }}
{{- if and $live (or (not $appliers) (has true $appliers)) }}{{ $live.spec.replicas }}{{ end }}
{{- end }}
{{- end }}

{{/* Most pods of a service at once, less the one that a rolling upgrade adds. */}}
{{- define "entrada.replicasMax" -}}
{{ max (int .replicas) (int .maxReplicas) }}
{{- end }}

{{/* Whether an autoscaler decides how many pods a service has. */}}
{{- define "entrada.isScaled" -}}
{{- if gt (int .maxReplicas) (int .replicas) }}yes{{ end }}
{{- end }}

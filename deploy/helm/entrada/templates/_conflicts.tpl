{{/* Values that contradict each other or what the chart itself sets: the API server would refuse them later, or one of them would be ignored. */}}
{{- define "entrada.conflicts" -}}
{{- $values := .Values }}
{{- if $values.dev.enabled }}
{{- range $setting, $isSet := dict "existingSecret" $values.existingSecret "kafka.brokers" $values.kafka.brokers "kafka.tls.enabled" $values.kafka.tls.enabled "postgres.tls.enabled" $values.postgres.tls.enabled "redis.tls.caSecret" $values.redis.tls.caSecret }}
{{- if $isSet }}
{{ $setting }}: dev.enabled brings stores and secrets of its own; leave it out
{{- end }}
{{- end }}
{{- if gt (int $values.kafka.replicationFactor) 1 }}
kafka.replicationFactor: the Kafka of dev.enabled has one broker; set 1
{{- end }}
{{- end }}
{{- $ofPods := dict "podLabels" $values.podLabels "podAnnotations" $values.podAnnotations }}
{{- $ofMonitoring := dict "monitoring.labels" $values.monitoring.labels "monitoring.dashboards.labels" $values.monitoring.dashboards.labels }}
{{- range $setting, $names := mustMerge $ofPods $ofMonitoring }}
{{- range $name, $_ := $names }}
{{- if regexMatch "^(app\\.kubernetes\\.io/(name|instance|component|version|managed-by)|helm\\.sh/.*|checksum/(config|secrets)|prometheus\\.io/(scrape|port|path))$" $name }}
{{ $setting }}: {{ $name }} is set by the chart; choose another name
{{- end }}
{{- end }}
{{- end }}
{{- range $name, $service := $values.services }}
{{- if $service.enabled }}{{ include "entrada.programProblems" (dict "root" $ "component" $name "path" (printf "services.%s" $name) "program" $service) }}{{ end }}
{{- end }}
{{- include "entrada.programProblems" (dict "root" . "component" "migrate" "path" "migrations" "program" $values.migrations) }}
{{- end }}

{{/* Of the environment and the files of one program; needs .path, where its values are, and .program, which they are. */}}
{{- define "entrada.programProblems" -}}
{{- $path := .path }}
{{- $values := .root.Values }}
{{- $env := include "entrada.ownEnv" (mustMerge (dict "component" .component) .root) | fromYaml }}
{{- range $variable, $_ := $env }}
{{- $setting := include "entrada.envPath" (dict "root" $.root "path" $path "variable" $variable) }}
{{- if hasKey $.program.secrets $variable }}
{{ $setting }}: {{ $path }}.secrets has it too; keep one of them
{{- else if eq $variable "MODE" }}
{{ $setting }}: the mode is live unless services.bank.enabled is true; remove it
{{- else if has $variable (list "ADMIN_PORT" "GRPC_PORT" "HTTP_PORT" "PORT" "SMTP_PORT") }}
{{ $setting }}: Services, probes and policies need the port too; the chart sets them all; remove it
{{- end }}
{{- end }}
{{- if not $values.services.bank.enabled }}
{{- range $variable, $value := $env }}
{{- with include "entrada.unsafe" (dict "variable" $variable "value" (tpl (toString $value) $.root)) }}
{{ include "entrada.envPath" (dict "root" $.root "path" $path "variable" $variable) }}: it {{ . }}
{{- end }}
{{- end }}
{{- /* Seen only in a cluster; elsewhere the program itself refuses it. */}}
{{- $name := include "entrada.secretName" .root }}
{{- $secret := (lookup "v1" "Secret" .root.Release.Namespace $name | default dict).data | default dict }}
{{- range $variable, $key := .program.secrets }}
{{- with include "entrada.unsafe" (dict "variable" $variable "value" (index $secret $key | default "" | b64dec)) }}
{{- if hasKey $secret $key }}
existingSecret: {{ $key }} of the Secret {{ $name }} {{ . }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- with $env.SHUTDOWN_TIMEOUT_MS }}
{{- if gt (int64 .) 39000 }}
{{ include "entrada.envPath" (dict "root" $.root "path" $path "variable" "SHUTDOWN_TIMEOUT_MS") }}: it must be at most 39000, because a pod sleeps 5 s before and is killed after 45
{{- end }}
{{- end }}
{{- $volumes := list }}
{{- range $setting, $listed := dict "extraVolumes" $values.extraVolumes (printf "%s.extraVolumes" $path) (.program.extraVolumes | default list) }}
{{- range $listed }}
{{- if has .name (list "tls" "kafka" "postgres" "redis" "provider" "services" "home") }}
{{ $setting }}: the chart has a volume {{ .name }} of its own; choose another name
{{- else if has .name $volumes }}
{{ $setting }}: there is more than one volume {{ .name }}
{{- end }}
{{- $volumes = append $volumes .name }}
{{- end }}
{{- end }}
{{- $mounted := list }}
{{- range $setting, $listed := dict "extraVolumeMounts" $values.extraVolumeMounts (printf "%s.extraVolumeMounts" $path) (.program.extraVolumeMounts | default list) }}
{{- range $listed }}
{{- if not (has .name $volumes) }}
{{ $setting }}: {{ .name }} is not the name of a volume in extraVolumes
{{- end }}
{{- if or (has .mountPath $mounted) (regexMatch "^/etc/entrada/(tls|kafka|postgres|redis|provider|services)/?$|^/home/operator/?$" .mountPath) }}
{{ $setting }}: another volume is at {{ .mountPath }}; choose another path
{{- end }}
{{- $mounted = append $mounted .mountPath }}
{{- end }}
{{- end }}
{{- end }}

{{/* Where the values set `.variable` of the program at `.path`: for itself, or for all. */}}
{{- define "entrada.envPath" -}}
{{- $values := .root.Values }}
{{- $program := index (dict "migrations" $values.migrations) .path | default (index $values.services (trimPrefix "services." .path)) }}
{{- ternary (printf "%s." .path) "" (hasKey $program.env .variable) }}env.{{ .variable }}
{{- end }}

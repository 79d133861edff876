{{/* Requests above their limits, which the API server would refuse in the middle of an upgrade. */}}
{{- define "entrada.resourceProblems" -}}
{{- $all := dict "resources" .Values.resources }}
{{- range $name, $service := .Values.services }}
{{- if $service.enabled }}{{ $all = set $all (printf "services.%s.resources" $name) $service.resources }}{{ end }}
{{- end }}
{{- range $path, $resources := $all }}
{{- range $kind, $request := dig "requests" dict ($resources | default dict) }}
{{- $limit := dig "limits" $kind "" $resources }}
{{- if and (toString $limit) (gt (include "entrada.quantity" $request | float64) (include "entrada.quantity" $limit | float64)) }}
{{ $path }}.requests.{{ $kind }}: {{ include "entrada.plainNumber" $request }} is more than its limit, which is {{ include "entrada.plainNumber" $limit }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* What a quantity of Kubernetes is as a number: 500m is 0.5, 1Ki is 1024. */}}
{{- define "entrada.quantity" -}}
{{- $units := dict "" 1.0 "m" 0.001 "k" 1e3 "M" 1e6 "G" 1e9 "T" 1e12 "Ki" 1024.0 "Mi" 1048576.0 "Gi" 1073741824.0 "Ti" 1099511627776.0 }}
{{- $unit := regexFind "[A-Za-z]*$" (toString .) }}
{{- mulf (float64 (trimSuffix $unit (toString .))) (index $units $unit) }}
{{- end }}

{{/* Whole numbers of values are floating point: 5000000 would be shown as 5e+06. */}}
{{- define "entrada.plainNumber" -}}
{{- if and (kindIs "float64" .) (eq . (floor .)) }}{{ int64 . }}{{ else }}{{ . }}{{ end }}
{{- end }}

{{/* Volumes of certificates that a pod needs, by its `.uses`; needs .component. Those of Redis and the bank are read at its start, others again while it runs. */}}
{{- define "entrada.volumes" -}}
{{- $values := .Values }}
{{- if has "grpc" .uses }}
- name: tls
  projected:
    defaultMode: 0440
    sources:
      - secret: { name: {{ include "entrada.tlsSecret" . }} }
      # Both are read while the pod runs, also when they are made later: without the first no operator is admitted.
      - configMap:
          name: {{ include "entrada.fullname" . }}-operators-ca
          items: [{ key: ca.crt, path: operators-ca.crt }]
          optional: true
      - configMap:
          name: {{ include "entrada.fullname" . }}-revoked
          items: [{ key: revoked, path: revoked }]
          optional: true
{{- end }}
{{- if has "kafka" (splitList " " (include "entrada.stores" .)) }}
- name: kafka
  projected:
    defaultMode: 0440
    sources:
      {{- with $values.kafka.tls.caSecret }}
      - secret: { name: {{ . | quote }}, items: [{ key: ca.crt, path: ca.crt }] }
      {{- end }}
      {{- with $values.kafka.tls.userSecretPrefix }}
      - secret:
          name: {{ printf "%s%s" . $.component | quote }}
          items: [{ key: user.crt, path: user.crt }, { key: user.key, path: user.key }]
      {{- end }}
{{- end }}
{{- range $store, $secret := dict "postgres" $values.postgres.tls.caSecret "redis" $values.redis.tls.caSecret }}
{{- if has $store (splitList " " (include "entrada.stores" $)) }}
- name: {{ $store }}
  secret: { secretName: {{ $secret | quote }}, defaultMode: 0440, items: [{ key: ca.crt, path: ca.crt }] }
{{- end }}
{{- end }}
{{- if has "provider" (splitList " " (include "entrada.stores" .)) }}
- name: provider
  projected:
    defaultMode: 0440
    sources:
      {{- with $values.provider.tls.secret }}
      - secret: { name: {{ . | quote }}, items: [{ key: tls.crt, path: tls.crt }, { key: tls.key, path: tls.key }] }
      {{- end }}
      {{- with $values.provider.tls.caSecret }}
      - secret: { name: {{ . | quote }}, items: [{ key: ca.crt, path: ca.crt }] }
      {{- end }}
{{- end }}
{{- with concat $values.extraVolumes (.service.extraVolumes | default list) }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "entrada.mounts" -}}
{{- if has "grpc" .uses }}
- { name: tls, mountPath: /etc/entrada/tls, readOnly: true }
{{- end }}
{{- range splitList " " (include "entrada.stores" . | trim) }}
{{- if . }}
- { name: {{ . }}, mountPath: /etc/entrada/{{ . }}, readOnly: true }
{{- end }}
{{- end }}
{{- with concat .Values.extraVolumeMounts (.service.extraVolumeMounts | default list) }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* The stores, and the bank, whose files the pod mounts. */}}
{{- define "entrada.stores" -}}
{{- $kafka := .Values.kafka.tls }}
{{- if and (has "kafka" .uses) $kafka.enabled (or $kafka.caSecret $kafka.userSecretPrefix) }}kafka {{ end }}
{{- if and (has "database" .uses) .Values.postgres.tls.enabled .Values.postgres.tls.caSecret }}postgres {{ end }}
{{- if and (has "redis" .uses) .Values.redis.tls.caSecret }}redis {{ end }}
{{- if and (has "provider" .uses) (or .Values.provider.tls.secret .Values.provider.tls.caSecret) }}provider {{ end }}
{{- end }}

{{/* Name of the Secret with the certificate, the key and the authority of a service: tls.crt, tls.key, ca.crt. */}}
{{- define "entrada.tlsSecret" -}}
{{ include "entrada.fullname" . }}-{{ .component }}-tls
{{- end }}

{{/* Whether there is a pod for operators: where the values do not say it, with the sandbox bank only. */}}
{{- define "entrada.hasOperatorPod" -}}
{{- if ternary .Values.services.bank.enabled .Values.operator.enabled (kindIs "invalid" .Values.operator.enabled) }}yes{{ end }}
{{- end }}

{{/*
Of what a pod reads once: its keys of the Secret, and the files that it does not watch. Another sum is another pod. Only where the chart
sees the cluster (not with helm template).
*/}}
{{- define "entrada.secretsChecksum" -}}
{{- $read := list }}
{{- $secret := (lookup "v1" "Secret" .Release.Namespace .secretName | default dict).data | default dict }}
{{- range $variable, $key := .secrets }}
{{- $read = append $read (printf "%s=%s" $variable (index $secret $key | default "")) }}
{{- end }}
{{- range $store, $name := dict "redis" .Values.redis.tls.caSecret "provider" .Values.provider.tls.secret "provider-ca" .Values.provider.tls.caSecret }}
{{- if and $name (has (trimSuffix "-ca" $store) $.uses) }}
{{- $read = append $read (toJson ((lookup "v1" "Secret" $.Release.Namespace $name | default dict).data | default dict)) }}
{{- end }}
{{- end }}
{{- join "\n" $read | sha256sum }}
{{- end }}

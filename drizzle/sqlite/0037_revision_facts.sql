ALTER TABLE `project` ADD `repository` text;--> statement-breakpoint
ALTER TABLE `revision` ADD `description` text;--> statement-breakpoint
ALTER TABLE `revision` ADD `route` text;--> statement-breakpoint
ALTER TABLE `revision` ADD `viewport` text;--> statement-breakpoint
ALTER TABLE `revision` ADD `commit` text;--> statement-breakpoint
ALTER TABLE `revision` ADD `scenario` text;--> statement-breakpoint
ALTER TABLE `revision` ADD `dropped_tracks` text;--> statement-breakpoint
ALTER TABLE `revision` ADD `original_hash` text;--> statement-breakpoint
ALTER TABLE `revision` ADD `poster_original_hash` text;--> statement-breakpoint
ALTER TABLE `thread` ADD `frame_by_id` text;--> statement-breakpoint
ALTER TABLE `thread` ADD `frame_by_name` text;--> statement-breakpoint
UPDATE "revision" SET ("description", "route", "viewport", "commit", "scenario") = (
  SELECT "description", "route", "viewport", "commit", "scenario" FROM "artifact" WHERE "artifact"."id" = "revision"."artifact_id"
) WHERE "completed_at" IS NOT NULL AND "index" = (
  SELECT max(r."index") FROM "revision" r WHERE r."artifact_id" = "revision"."artifact_id" AND r."completed_at" IS NOT NULL
);

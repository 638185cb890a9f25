ALTER TABLE "project" ADD COLUMN "repository" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "revision" ADD COLUMN "description" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "revision" ADD COLUMN "route" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "revision" ADD COLUMN "viewport" json;--> statement-breakpoint
ALTER TABLE "revision" ADD COLUMN "commit" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "revision" ADD COLUMN "scenario" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "revision" ADD COLUMN "dropped_tracks" json;--> statement-breakpoint
ALTER TABLE "revision" ADD COLUMN "original_hash" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "revision" ADD COLUMN "poster_original_hash" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "thread" ADD COLUMN "frame_by_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "thread" ADD COLUMN "frame_by_name" text COLLATE "C";--> statement-breakpoint
UPDATE "revision" SET ("description", "route", "viewport", "commit", "scenario") = (
  SELECT "description", "route", "viewport", "commit", "scenario" FROM "artifact" WHERE "artifact"."id" = "revision"."artifact_id"
) WHERE "completed_at" IS NOT NULL AND "index" = (
  SELECT max(r."index") FROM "revision" r WHERE r."artifact_id" = "revision"."artifact_id" AND r."completed_at" IS NOT NULL
);

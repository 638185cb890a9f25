ALTER TABLE "admin_event" ADD COLUMN "workspace_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "admin_event" ADD COLUMN "workspace_name" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "admin_event" ADD COLUMN "role" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "device" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "landed_at" bigint;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "first" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "workspace" ADD COLUMN "setting_name" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "workspace" ADD COLUMN "storage_quota" bigint;--> statement-breakpoint
ALTER TABLE "workspace" ADD COLUMN "retention_days" integer;--> statement-breakpoint
ALTER TABLE "workspace" ADD CONSTRAINT "workspace_setting_name_unique" UNIQUE("setting_name");--> statement-breakpoint
UPDATE "user" SET "first" = true WHERE "id" = (SELECT "id" FROM "user" ORDER BY "created_at", "id" LIMIT 1);
